import { emptyForm } from '#contract/documents.ts';
import { consentPagePath } from '#contract/pages.ts';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import { formatDate } from '#core/platform/dates.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

const correctionsId = 'corrections';

interface CorrectionSectionProps {
  page: ConsentPage;
  token: string;
  timeZone: string;
  onSent: (page: ConsentPage) => void;
}

/** What is wrong, as the nominee tells the team, who correct it. */
export function CorrectionSection({ page, token, timeZone, onSent }: CorrectionSectionProps) {
  const { corrections } = page;
  return (
    <ContentSection title="Is something wrong?" id={correctionsId}>
      {corrections.length > 0 && (
        <ul aria-label="What you asked us to correct">
          {corrections.map(({ text, createdAt, isSettled }) => (
            <li key={createdAt + text}>
              <span className="as-typed">{text}</span>
              <span className="soft">
                {` (${formatDate(createdAt, timeZone)}, ${isSettled ? 'done' : 'we look into it'})`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <CorrectionForm key={corrections.length} token={token} onSent={onSent} />
    </ContentSection>
  );
}

function CorrectionForm({ token, onSent }: Pick<CorrectionSectionProps, 'token' | 'onSent'>) {
  const form = useSiteForm({
    state: emptyForm(),
    read: ({ correction = '' }) => ({ token, text: correction }),
    check: ({ correction = '' }) => ({
      ...(correction.trim() === '' && { correction: 'Required' }),
    }),
    async send(body) {
      const page = await call(endpoints.proposeCorrection, { body });
      drawAndFocus(() => onSent(page), correctionsId);
      notifySuccess('Thank you. Our team looks into it.');
    },
  });
  return (
    <Form form={form} action={consentPagePath} isTight>
      <TextArea
        label="What should we correct?"
        name="correction"
        description="A name, a fact, a sentence that should go. Our team reads it and changes it."
        rows={3}
        maxLength={2000}
        aria-required="true"
      />
      <FormActions>
        <Button type="submit" look="outline" isBusy={form.isSending}>
          Send the correction
        </Button>
      </FormActions>
    </Form>
  );
}
