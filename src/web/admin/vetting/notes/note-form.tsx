import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { Colleague, NominationNote } from '#contract/vetting/nomination-notes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { MentionField } from '#web/admin/vetting/notes/mention-field.tsx';
import { mentionedIn } from '#web/admin/vetting/notes/mentions.ts';

interface AddNoteFormProps {
  nominationId: NominationId;
  colleagues: Colleague[];
}

/** The note, with those who were picked and whom its text still mentions. */
const withMentions =
  (picked: Colleague[]) =>
  ({ text }: { text: string }) => ({
    text,
    mentions: mentionedIn(text, picked).map(({ id }) => id),
  });

export function AddNoteForm({ nominationId, colleagues }: AddNoteFormProps) {
  const [picked, setPicked] = useState<Colleague[]>([]);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.addNominationNote,
    said: 'The note was saved',
    params: { id: nominationId },
    initialValues: { text: '' },
    toBody: withMentions(picked),
    startsAnew: () => setPicked([]),
  });
  return (
    <form className="stack gap-3 start" aria-label="Add a note" onSubmit={onSubmit} noValidate>
      <MentionField
        colleagues={colleagues}
        onPick={(colleague) => setPicked((all) => withPicked(all, colleague))}
        {...form.getInputProps('text')}
      />
      <Button type="submit" variant="default" loading={form.submitting}>
        Add Note
      </Button>
    </form>
  );
}

interface ChangeNoteFormProps extends AddNoteFormProps {
  note: NominationNote;
  onDone: () => void;
}

export function ChangeNoteForm({ nominationId, colleagues, note, onDone }: ChangeNoteFormProps) {
  const [picked, setPicked] = useState(note.mentions);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changeNominationNote,
    said: 'The note was saved',
    params: { id: nominationId, noteId: note.id },
    initialValues: { text: note.text },
    toBody: withMentions(picked),
    refusedField: 'text',
    onDone,
  });
  return (
    <form
      className="stack gap-3 start"
      aria-label="Correct the note"
      onSubmit={onSubmit}
      noValidate
    >
      <MentionField
        colleagues={colleagues}
        isFocused
        onPick={(colleague) => setPicked((all) => withPicked(all, colleague))}
        {...form.getInputProps('text')}
      />
      <div className="row">
        <SubmitButtons action="Save" loading={form.submitting} onCancel={onDone} />
      </div>
    </form>
  );
}

/** Once each. Of two people with one name, the one who was picked last. */
function withPicked(all: Colleague[], colleague: Colleague): Colleague[] {
  return [...all.filter(({ name }) => name !== colleague.name), colleague];
}
