import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { Colleague, NominationNote } from '#contract/vetting/nomination-notes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { MentionField } from '#web/admin/vetting/notes/mention-field.tsx';
import { mentionedIn } from '#web/admin/vetting/notes/mentions.ts';
import classes from '#web/admin/vetting/notes/note-form.module.css';

interface AddNoteFormProps {
  nominationId: NominationId;
  colleagues: Colleague[];
}

const check = ({ text }: { text: string }) => (text.trim() === '' ? { text: 'Required' } : {});

export function AddNoteForm({ nominationId, colleagues }: AddNoteFormProps) {
  const addNote = useSend(endpoints.addNominationNote);
  const [picked, setPicked] = useState<Colleague[]>([]);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { text: '' },
    check,
    async send({ text }, idempotencyKey) {
      const mentions = mentionedIn(text, picked).map(({ id }) => id);
      await addNote.mutateAsync({
        params: { id: nominationId },
        body: { text, mentions },
        idempotencyKey,
      });
      form.reset();
      setPicked([]);
    },
  });
  return (
    <form className={classes.form} aria-label="Add a note" onSubmit={onSubmit} noValidate>
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
  const changeNote = useSend(endpoints.changeNominationNote);
  const [picked, setPicked] = useState(note.mentions);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { text: note.text },
    check,
    refusedField: 'text',
    async send({ text }) {
      const mentions = mentionedIn(text, picked).map(({ id }) => id);
      await changeNote.mutateAsync({
        params: { id: nominationId, noteId: note.id },
        body: { text, mentions },
      });
      onDone();
    },
  });
  return (
    <form className={classes.form} aria-label="Correct the note" onSubmit={onSubmit} noValidate>
      <MentionField
        colleagues={colleagues}
        isFocused
        onPick={(colleague) => setPicked((all) => withPicked(all, colleague))}
        {...form.getInputProps('text')}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Once each. Of two people with one name, the one who was picked last. */
function withPicked(all: Colleague[], colleague: Colleague): Colleague[] {
  return [...all.filter(({ name }) => name !== colleague.name), colleague];
}
