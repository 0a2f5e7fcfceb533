import type { FormEvent, ReactNode } from 'react';
import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import type { FileId } from '#contract/ids.ts';
import { trackingPagePath } from '#contract/pages.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';
import { TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { fieldsOf, useSiteForm } from '#web/site/shared/use-site-form.ts';
import { PapersField } from '#web/site/vetting/tracking-page/papers-field.tsx';
import { type PapersOptions, usePapers } from '#web/site/vetting/tracking-page/use-papers.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

interface WordsFormProps {
  papers: PapersOptions;
  of: 'answer' | 'appeal';
  /** The page may have several of these forms, and the name of a field is its id. */
  name: string;
  label: string;
  /** What was sent before. */
  text: string;
  /** Where the tab keeps what is typed until it is sent. */
  draftKey: string;
  action: string;
  send: (written: { text: string; papers: FileId[] }) => Promise<TrackingPage>;
  onSent: (nomination: TrackingPage) => void;
  /** The id of what says that it was sent. */
  sentId: string;
  said: string;
  children?: ReactNode;
}

/** A form for words with files. */
export function WordsForm(props: WordsFormProps) {
  const { of, name, label, text, draftKey, action, send, onSent, sentId, said, children } = props;
  const papers = usePapers(props.papers);
  const form = useSiteForm({
    state: emptyForm({ [name]: readFromTab<string>(draftKey) ?? text }),
    read: (fields) => ({ text: fields[name] ?? '', papers: papers.ids }),
    check: (fields: FormFields) => ({
      ...((fields[name] ?? '').trim() === '' && { [name]: 'Required' }),
    }),
    async send(written: { text: string; papers: FileId[] }) {
      const nomination = await send(written);
      forgetInTab(draftKey);
      drawAndFocus(() => onSent(nomination), sentId);
      notifySuccess(said);
    },
  });
  // Words must not leave without a file that is still on its way.
  const waiting = papers.isBusy && { onSubmit: (event: FormEvent) => event.preventDefault() };
  return (
    <Form
      form={{ ...form, ...waiting }}
      action={trackingPagePath}
      isTight
      onChange={() => {
        if (form.ref.current) keepInTab(draftKey, fieldsOf(form.ref.current)[name]);
      }}
    >
      <TextArea label={label} name={name} rows={5} maxLength={5000} aria-required="true" />
      <PapersField papers={papers} of={of} />
      <FormActions>
        <Button type="submit" look="important" isBusy={form.isSending || papers.isBusy}>
          {action}
        </Button>
        {children}
      </FormActions>
    </Form>
  );
}
