import { emptyForm } from '#contract/documents.ts';
import { consentPagePath } from '#contract/pages.ts';
import { readConsentCode } from '#core/vetting/consent.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { keepInTab } from '#web/client/tab-storage.ts';
import { ContentLead, ContentPage } from '#web/site/shared/content-page.tsx';
import { TextField } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import classes from '#web/site/vetting/consent-page/consent-view.module.css';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

interface CodeFormProps {
  /** Whether there was no link at all, rather than one that does not work. */
  isMissing: boolean;
  onOpen: (token: string) => void;
}

/** Where somebody who got a letter types its code. */
export function CodeForm({ isMissing, onOpen }: CodeFormProps) {
  const form = useSiteForm({
    state: emptyForm(),
    read: ({ code = '' }) => ({ code }),
    check: ({ code = '' }) => ({
      ...(code.trim() === ''
        ? { code: 'Required' }
        : readConsentCode(code) === null && {
            code: 'A code has 12 letters and digits, such as K7M4-RX2H-9TFW',
          }),
    }),
    async send(body) {
      const { token } = await call(endpoints.openWithCode, { body });
      // So that reloading works.
      keepInTab('consent-link', token);
      onOpen(token);
    },
  });
  return (
    <ContentPage>
      <header>
        <h1>{isMissing ? 'Did You Get a Letter From Us?' : 'This Link Does Not Work'}</h1>
        <ContentLead>
          {isMissing
            ? 'Type the code of the letter to read what it is about and to decide.'
            : 'It may be incomplete, or a newer one may have replaced it. If you have a letter with a code, type the code here.'}
        </ContentLead>
      </header>
      <Form form={form} action={consentPagePath} isTight>
        <TextField
          label="Code"
          name="code"
          description="Large or small letters, with or without dashes."
          className={classes.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-required="true"
        />
        <FormActions>
          <Button type="submit" look="important" isBusy={form.isSending}>
            Continue
          </Button>
        </FormActions>
      </Form>
      <p>
        Without a code, please <a href={paths.contact}>write to us</a>.
      </p>
    </ContentPage>
  );
}
