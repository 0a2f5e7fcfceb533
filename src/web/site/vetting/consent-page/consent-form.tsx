import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { consentPagePath } from '#contract/pages.ts';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import { type ConsentRelation, consentRelations, consentRelationWords } from '#core/consent.ts';
import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { CheckboxField, SelectField, TextField } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import classes from '#web/site/vetting/consent-page/consent-view.module.css';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

/** The id of the section that says what the nominee told us. */
export const saidId = 'said';

interface ConsentFormProps {
  page: ConsentPage;
  token: string;
  onAnswered: (page: ConsentPage) => void;
}

/** The decision of a nominee. Nothing is chosen beforehand. */
export function ConsentForm({ page, token, onAnswered }: ConsentFormProps) {
  const { last, seen, askedAs, said } = page;
  const form = useSiteForm({
    state: emptyForm({
      givenBy: last?.givenBy ?? '',
      relation: last?.relation ?? askedAs,
      relationText: last?.relationText ?? '',
      endsOn: last?.endsOn ?? '',
      ...(last?.showsName && { showsName: 'true' }),
      ...(last?.showsStory && { showsStory: 'true' }),
      ...(last?.showsPhotos && { showsPhotos: 'true' }),
    }),
    read: (fields) => ({
      token,
      seen,
      answer: fields.answer as 'given' | 'declined',
      showsName: fields.showsName === 'true',
      showsStory: fields.showsStory === 'true',
      showsPhotos: fields.showsPhotos === 'true',
      endsOn: fields.endsOn ?? '',
      givenBy: fields.givenBy ?? '',
      relation: fields.relation as ConsentRelation,
      relationText: fields.relationText ?? '',
    }),
    check,
    async send(body) {
      try {
        const answered = await call(endpoints.answerConsent, { body });
        drawAndFocus(() => onAnswered(answered), saidId);
      } catch (error) {
        // Somebody answered meanwhile, such as in another tab: show that first.
        if (isRefusal(error, 'consent_changed')) {
          onAnswered(await call(endpoints.openConsentPage, { body: { token } }));
        }
        throw error;
      }
    },
  });
  return (
    <Form form={form} action={consentPagePath}>
      <SelectField label="May we help?" name="answer" aria-required="true">
        <option value="">Choose</option>
        <option value="given">
          {said === 'given' ? 'Yes, with these limits' : 'Yes, you may help'}
        </option>
        <option value="declined">No, please do not</option>
      </SelectField>
      <fieldset className={classes.choices}>
        <legend>If yes: what may others see?</legend>
        <p className="soft">
          Everybody can see that somebody was helped, with how much, and the receipts with names
          blacked out. The rest is up to you.
        </p>
        <CheckboxField name="showsName" label="The name. Otherwise you stay unnamed everywhere." />
        <CheckboxField name="showsStory" label="The story, and news about it" />
        <CheckboxField name="showsPhotos" label="Photos and videos" />
      </fieldset>
      <TextField
        label="Until when? (optional)"
        name="endsOn"
        type="date"
        description="After this day, everything vanishes from our website. Leave it empty for no end."
      />
      <TextField
        label="Your name"
        name="givenBy"
        description="Only our team sees it."
        autoComplete="name"
        maxLength={200}
        aria-required="true"
      />
      <SelectField label="Who are you?" name="relation">
        {consentRelations.map((relation) => (
          <option key={relation} value={relation}>
            {consentRelationWords[relation].own}
          </option>
        ))}
      </SelectField>
      <TextField
        label="How are you related, or what is your role?"
        name="relationText"
        description="Such as mother, legal guardian, or head of the school. Not needed if you decide for yourself."
        maxLength={200}
      />
      <FormActions>
        <Button type="submit" look="important" isBusy={form.isSending}>
          Send your decision
        </Button>
      </FormActions>
    </Form>
  );
}

function check({ answer = '', givenBy = '', relation = '', relationText = '' }: FormFields) {
  return {
    ...(answer === '' && { answer: 'Choose yes or no' }),
    ...(givenBy.trim() === '' && { givenBy: 'Required' }),
    ...(relation !== 'self' && relationText.trim() === '' && { relationText: 'Required' }),
  };
}
