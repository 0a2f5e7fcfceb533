import { Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import type { RequestOf } from '#contract/endpoint.ts';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { recordConsent } from '#contract/vetting/consents.ts';
import { cutFileName } from '#core/platform/file-names.ts';
import {
  type ConsentRelation,
  consentRelations,
  consentRelationWords,
} from '#core/vetting/consent.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useChange } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { call } from '#web/client/api-client.ts';
import { sendInParts } from '#web/client/send-in-parts.ts';

interface PaperConsentFormProps {
  nominationId: NominationId;
  /** How many answers the screen shows. */
  seen: number;
  onDone: () => void;
}

/** What was said on paper, with the file of the paper. */
type PaperConsent = Omit<RequestOf<typeof recordConsent>['body'], 'paperId'> & { paper: File };

/** What somebody said on paper, with a photo or scan of it. */
export function PaperConsentForm({ nominationId, seen, onDone }: PaperConsentFormProps) {
  const record = useChange(
    async ({ paper, ...words }: PaperConsent) => {
      const paperId = await uploadPaper(nominationId, paper);
      return call(endpoints.recordConsent, {
        params: { id: nominationId },
        body: { ...words, paperId },
      });
    },
    { said: 'Recorded.' },
  );
  const { form, onSubmit } = useSubmitForm({
    limits: endpoints.recordConsent.limits,
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
    <form
      className="card stack below-4 max-42"
      aria-label="Record a paper"
      noValidate
      onSubmit={onSubmit}
    >
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
      <TextInput label="Who signed it?" {...form.getInputProps('givenBy')} />
      <NativeSelect
        label="Who is that?"
        data={consentRelations.map((value) => ({ value, label: consentRelationWords[value].team }))}
        {...form.getInputProps('relation')}
      />
      {relation !== 'self' && (
        <TextInput
          label="Relation or role"
          description="Such as mother, legal guardian, or head of the school."
          {...form.getInputProps('relationText')}
        />
      )}
      <div className="row">
        <SubmitButtons action="Record" loading={form.submitting} onCancel={onDone} />
      </div>
    </form>
  );
}

async function uploadPaper(id: NominationId, paper: File): Promise<FileId> {
  const body = { bytes: paper.size, originalName: cutFileName(paper.name) };
  const made = await call(endpoints.createTeamPaper, { params: { id }, body });
  const params = { id: made.id };
  await sendInParts(
    paper,
    {
      look: () => call(endpoints.getTeamPaper, { params }),
      send: (content, offset) =>
        call(endpoints.uploadTeamPaperContent, { params, content, offset }),
    },
    () => undefined,
  );
  return made.id;
}
