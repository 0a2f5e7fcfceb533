import { useState } from 'react';
import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { consentPagePath } from '#contract/pages.ts';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import {
  type ConsentRelation,
  consentRelations,
  consentRelationWords,
} from '#core/vetting/consent.ts';
import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { CheckboxField, SelectField, TextField } from '#web/site/shared/fields.tsx';
import { Form, useFieldState } from '#web/site/shared/form.tsx';
import { fieldsOf, useSiteForm } from '#web/site/shared/use-site-form.ts';
import classes from '#web/site/vetting/consent-page/consent-view.module.css';
import { PageFrame } from '#web/site/vetting/consent-page/page-frame.tsx';
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
  const { last, seen, askedAs, help } = page;
  const words = questions[help];
  const before: FormFields = {
    givenBy: last?.givenBy ?? '',
    relation: last?.relation ?? askedAs,
    relationText: last?.relationText ?? '',
    endsOn: last?.endsOn ?? '',
    ...(last?.showsName && { showsName: 'true' }),
    ...(last?.showsStory && { showsStory: 'true' }),
    ...(last?.showsPhotos && { showsPhotos: 'true' }),
  };
  const [chosen, setChosen] = useState(before);
  const form = useSiteForm({
    state: emptyForm(before),
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
        // The same answer again changes nothing on the page.
        notifySuccess('We have your decision.');
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
    <Form
      form={form}
      action={consentPagePath}
      onChange={() => form.ref.current && setChosen(fieldsOf(form.ref.current))}
    >
      <AnswerField question={words.question} options={words.options} />
      {chosen.answer === 'declined' && (
        <p>
          {`Then we show nothing of it: no page, no name, no photo, no receipt. ${page.page === 'public' ? 'What is on our website now vanishes at once. ' : ''}You can change your mind later.`}
        </p>
      )}
      <div className={classes.ifYes} hidden={chosen.answer !== 'given'}>
        <fieldset className={`stack gap-3 ${classes.choices}`}>
          <legend>What may others see?</legend>
          <p className="soft">
            Everybody can see that somebody was helped, with how much, and the receipts with names
            blacked out. The rest is up to you.
          </p>
          <CheckboxField
            name="showsName"
            label="The name. Otherwise you stay unnamed everywhere."
          />
          <CheckboxField name="showsStory" label="The story, and news about it" />
          <CheckboxField name="showsPhotos" label="Photos and videos" />
        </fieldset>
        {chosen.answer === 'given' && page.page !== 'none' && (
          <div className={`stack gap-3 ${classes.choices}`}>
            <h3>With these choices, others would see:</h3>
            <PageFrame
              title="The page with your choices"
              token={token}
              limits={{
                showsName: chosen.showsName === 'true',
                showsStory: chosen.showsStory === 'true',
                showsPhotos: chosen.showsPhotos === 'true',
              }}
            />
          </div>
        )}
        <TextField
          label="Until when? (optional)"
          name="endsOn"
          type="date"
          description="After this day, everything vanishes from our website. Leave it empty for no end."
        />
      </div>
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
      {chosen.relation !== 'self' && (
        <TextField
          label="How are you related, or what is your role?"
          name="relationText"
          description="Such as mother, legal guardian, or head of the school."
          maxLength={200}
          aria-required="true"
        />
      )}
      <FormActions>
        <Button type="submit" look="important" isBusy={form.isSending}>
          Send your decision
        </Button>
      </FormActions>
    </Form>
  );
}

const questions = {
  proposed: {
    question: 'May we help?',
    options: { given: 'Yes, you may', declined: 'No, please do not' },
  },
  begun: {
    question: 'May we go on helping?',
    options: { given: 'Yes, you may', declined: 'No, please do not' },
  },
  over: { question: 'May others see it?', options: { given: 'Yes', declined: 'No' } },
};

/** Yes or no, large enough to press. */
function AnswerField({ question, options }: typeof questions.over) {
  const { error } = useFieldState('answer');
  return (
    <fieldset
      className={`stack gap-3 ${classes.choices}`}
      aria-invalid={error !== undefined}
      aria-describedby={error && 'answer-error'}
    >
      <legend>{question}</legend>
      <div className={`row gap-2 ${classes.answers}`}>
        {Object.entries(options).map(([value, label]) => (
          <label className="choice" key={value}>
            <input type="radio" name="answer" value={value} />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id="answer-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function check({ answer = '', givenBy = '', relation = '', relationText = '' }: FormFields) {
  return {
    ...(answer === '' && { answer: 'Choose yes or no' }),
    ...(givenBy.trim() === '' && { givenBy: 'Required' }),
    ...(relation !== 'self' && relationText.trim() === '' && { relationText: 'Required' }),
  };
}
