import type { NominationId, NominationNoteId } from '#contract/ids.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { AddNoteForm } from '#web/admin/vetting/notes/note-form.tsx';
import { NoteItem } from '#web/admin/vetting/notes/note-item.tsx';

/** What colleagues tell each other about a nomination. */
export function NotesSection({
  nominationId,
  opens,
}: {
  nominationId: NominationId;
  opens: boolean;
}) {
  const notes = useEndpoint(endpoints.listNominationNotes, { params: { id: nominationId } });
  const removeNote = useSend(endpoints.removeNominationNote, { said: 'The note was deleted' });
  const mayWrite = useMay('nominations.decide');
  const remove = useModal('remove-note');
  return (
    <FoldedSection id="notes" title="Notes" summary={notes.data?.notes.length} opens={opens}>
      <p className="soft">
        {`Only the team sees these, never the nominator. A note can be corrected for ${noteMinutes} minutes. That a note was removed stays visible.`}
      </p>
      <CallState call={notes} failed="The notes could not be loaded." />
      {notes.data?.notes.length === 0 && (
        <EmptyNote>There are no notes about this nomination.</EmptyNote>
      )}
      {notes.data && notes.data.notes.length > 0 && (
        <ul className="list above-4 below-4 max-48" aria-label="Notes">
          {notes.data.notes.map((note) => (
            <NoteItem
              key={note.id}
              nominationId={nominationId}
              note={note}
              colleagues={notes.data.colleagues}
              onRemove={() => remove.open(note.id)}
            />
          ))}
        </ul>
      )}
      {notes.data && mayWrite && (
        <AddNoteForm nominationId={nominationId} colleagues={notes.data.colleagues} />
      )}
      <DeleteModal
        title="Remove Note"
        text="Its words will be gone for good. That there was a note, and who removed it, stays."
        {...remove.dialog}
        onConfirm={async () =>
          remove.value !== null &&
          removeNote.mutateAsync({
            params: { id: nominationId, noteId: remove.value as NominationNoteId },
          })
        }
      />
    </FoldedSection>
  );
}
