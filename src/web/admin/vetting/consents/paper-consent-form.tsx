import { Button, Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import { type ConsentRelation, consentRelations, consentRelationWords } from '#core/consent.ts';
import { useRecordConsent } from '#web/admin/queries/consents.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import classes from '#web/admin/vetting/consents/consent-section.module.css';

interface PaperConsentFormProps {
  nominationId: NominationId;
  /** How many answers the screen shows. */
  seen: number;
  onDone: () => void;
}

/** What somebody said on paper, with a photo or scan of it. */
export function PaperConsentForm({ nominationId, seen, onDone }: PaperConsentFormProps) {
  const record = useRecordConsent(nominationId);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      paper: null as File | null,
      answer: 'given' as 'given' | 'declined',
      showsName: false,
      showsStory: false,
      showsPhotos: false,
      endsOn: '',
      givenBy: '',
      relation: 'self' as ConsentRelation,
      relationText: '',
    },
    check: ({ paper, givenBy, relation, relationText }) => ({
      ...(paper === null && { paper: 'Required' }),
      ...(givenBy.trim() === '' && { givenBy: 'Required' }),
      ...(relation !== 'self' && relationText.trim() === '' && { relationText: 'Required' }),
    }),
    async send({ paper, ...words }) {
      if (paper === null) return;
      await record.mutateAsync({ ...words, paper, seen });
      onDone();
    },
  });
  const { answer, relation } = form.getValues();
  return (
    <form className={classes.form} aria-label="Record a paper" noValidate onSubmit={onSubmit}>
      <FileInput
        label="Signed paper"
        description="A photo or a PDF. Only those who may read nominations see it."
        placeholder="Choose a file"
        accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
        {...form.getInputProps('paper')}
      />
      <NativeSelect
        label="What does it say?"
        data={[
          { value: 'given', label: 'Yes, you may help' },
          { value: 'declined', label: 'No' },
        ]}
        {...form.getInputProps('answer')}
      />
      {answer === 'given' && (
        <>
          <Checkbox
            label="The name may show"
            {...form.getInputProps('showsName', { type: 'checkbox' })}
          />
          <Checkbox
            label="The story may show"
            {...form.getInputProps('showsStory', { type: 'checkbox' })}
          />
          <Checkbox
            label="Photos and videos may show"
            {...form.getInputProps('showsPhotos', { type: 'checkbox' })}
          />
          <TextInput type="date" label="Until (optional)" {...form.getInputProps('endsOn')} />
        </>
      )}
      <TextInput label="Who signed it?" maxLength={200} {...form.getInputProps('givenBy')} />
      <NativeSelect
        label="Who is that?"
        data={consentRelations.map((value) => ({ value, label: consentRelationWords[value].team }))}
        {...form.getInputProps('relation')}
      />
      {relation !== 'self' && (
        <TextInput
          label="Relation or role"
          description="Such as mother, legal guardian, or head of the school."
          maxLength={200}
          {...form.getInputProps('relationText')}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          Record
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
