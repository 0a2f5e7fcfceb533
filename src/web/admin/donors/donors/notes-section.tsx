import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Donor, DonorNote } from '#contract/donors/donors.ts';
import type { DonorId, DonorNoteId } from '#contract/ids.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/donors/donors/notes-section.module.css';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface NotesSectionProps {
  donor: Donor;
  mayWrite: boolean;
}

/** What the team noted about a donor. */
export function NotesSection({ donor: { id, notes }, mayWrite }: NotesSectionProps) {
  const removeNote = useSend(endpoints.removeDonorNote, { said: 'The note was deleted' });
  const remove = useModal('remove-note');
  return (
    <TitledSection title="Notes">
      <p className="soft">
        {`Only the team sees these. A note can be corrected or removed by its writer for ${noteMinutes} minutes.`}
      </p>
      {mayWrite && <AddNoteForm id={id} />}
      {notes.length === 0 ? (
        <EmptyNote>There are no notes about this donor.</EmptyNote>
      ) : (
        <ul className="list" aria-label="Notes">
          {notes.map((note) => (
            <NoteItem key={note.id} id={id} note={note} onRemove={() => remove.open(note.id)} />
          ))}
        </ul>
      )}
      <DeleteModal
        title="Remove Note"
        text="Your note will be gone for good."
        {...remove.dialog}
        onConfirm={async () =>
          remove.value !== null &&
          removeNote.mutateAsync({ params: { id, noteId: remove.value as DonorNoteId } })
        }
      />
    </TitledSection>
  );
}

function AddNoteForm({ id }: { id: DonorId }) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.addDonorNote,
    said: 'The note was saved',
    params: { id },
    initialValues: { text: '' },
    startsAnew: true,
  });
  return (
    <form className={`stack gap-3 start ${classes.form}`} onSubmit={onSubmit} noValidate>
      <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('text')} />
      <Button type="submit" variant="default" loading={form.submitting}>
        Add Note
      </Button>
    </form>
  );
}

function NoteItem({ id, note, onRemove }: { id: DonorId; note: DonorNote; onRemove: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const { author, createdAt, changedAt, text, mayChange } = note;
  return (
    <li className="lined pad-y-3">
      <p className="soft small">
        {`${author}, ${formatMoment(createdAt)}${changedAt === null ? '' : ', corrected'}`}
      </p>
      {isEditing ? (
        <ChangeNoteForm id={id} note={note} onDone={() => setEditing(false)} />
      ) : (
        <p className="as-typed">{text}</p>
      )}
      {mayChange && !isEditing && (
        <div className="row unwrapped gap-2 above-2">
          <Button size="sm" variant="default" onClick={() => setEditing(true)}>
            Correct
          </Button>
          <Button size="sm" variant="subtle" color="clay" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}

interface ChangeNoteFormProps {
  id: DonorId;
  note: DonorNote;
  onDone: () => void;
}

function ChangeNoteForm({ id, note, onDone }: ChangeNoteFormProps) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changeDonorNote,
    said: 'The note was saved',
    params: { id, noteId: note.id },
    initialValues: { text: note.text },
    refusedField: 'text',
    onDone,
  });
  return (
    <form className={`stack gap-3 start ${classes.form}`} onSubmit={onSubmit} noValidate>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <ModalActions>
        <SubmitButtons action="Save" loading={form.submitting} onCancel={onDone} />
      </ModalActions>
    </form>
  );
}
