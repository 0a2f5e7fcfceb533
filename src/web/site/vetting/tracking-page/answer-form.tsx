import type { FormEvent } from 'react';
import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import type { FileId } from '#contract/ids.ts';
import { trackingPagePath } from '#contract/pages.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';
import { TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { fieldsOf, useSiteForm } from '#web/site/shared/use-site-form.ts';
import type { Question } from '#web/site/vetting/tracking-page/describe-paper.ts';
import { PapersField } from '#web/site/vetting/tracking-page/papers-field.tsx';
import { usePapers } from '#web/site/vetting/tracking-page/use-papers.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

interface AnswerFormProps {
  question: Question;
  token: string;
  onAnswered: (nomination: TrackingPage) => void;
  /** Null for a first answer. */
  onCancel: (() => void) | null;
}

/** The id of what says that a question is answered. */
export const sentAnswerId = (position: number) => `sent-answer-${position}`;

/** The form for the answer to a question. What is typed stays in this tab until it is sent. */
export function AnswerForm({ question, token, onAnswered, onCancel }: AnswerFormProps) {
  const { id: questionId, position, answers } = question;
  // The page may have several of these forms, and the name of a field is its id.
  const name = `answer-${position}`;
  const draftKey = `answer ${questionId}`;
  const papers = usePapers({ token, questionId, sent: answers[0]?.papers ?? [] });
  const form = useSiteForm({
    state: emptyForm({ [name]: readFromTab<string>(draftKey) ?? answers[0]?.text ?? '' }),
    read: (fields) => ({ token, questionId, text: fields[name] ?? '', papers: papers.ids }),
    check: (fields: FormFields) => ({
      ...((fields[name] ?? '').trim() === '' && { [name]: 'Required' }),
    }),
    async send(body: {
      token: string;
      questionId: Question['id'];
      text: string;
      papers: FileId[];
    }) {
      const nomination = await call(endpoints.answerQuestion, { body });
      forgetInTab(draftKey);
      drawAndFocus(() => onAnswered(nomination), sentAnswerId(position));
      notifySuccess('Thank you. We have your answer.');
    },
  });
  // An answer must not leave without a file that is still on its way.
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
      <TextArea
        label={`Your answer to question ${position}`}
        name={name}
        rows={5}
        maxLength={5000}
        aria-required="true"
      />
      <PapersField papers={papers} />
      <FormActions>
        <Button type="submit" look="important" isBusy={form.isSending || papers.isBusy}>
          {answers.length > 0 ? 'Send the correction' : 'Send your answer'}
        </Button>
        {onCancel && (
          <Button
            look="plain"
            onClick={() => {
              forgetInTab(draftKey);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
