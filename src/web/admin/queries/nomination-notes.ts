import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NominationId, NominationNoteId, UserId } from '#contract/ids.ts';
import type { NominationNotes } from '#contract/vetting/nomination-notes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';

const notesKey = (id: NominationId) => ['nomination-notes', id];

/** A note as it is sent. */
export interface NoteBody {
  text: string;
  mentions: UserId[];
}

/** The team's notes about a nomination, and whom one can mention. */
export function useNominationNotes(id: NominationId) {
  return useQuery({
    queryKey: notesKey(id),
    queryFn: ({ signal }) => call(endpoints.listNominationNotes, { params: { id }, signal }),
  });
}

function useStoreNotes(id: NominationId) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (notes: NominationNotes) => queryClient.setQueryData(notesKey(id), notes),
    // Its minutes may be over: show the current state.
    onError: () => queryClient.invalidateQueries({ queryKey: notesKey(id) }),
  };
}

export function useAddNominationNote(id: NominationId) {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NoteBody & { idempotencyKey: string }) =>
      call(endpoints.addNominationNote, { params: { id }, body, idempotencyKey }),
    ...useStoreNotes(id),
  });
}

export function useChangeNominationNote(id: NominationId, noteId: NominationNoteId) {
  return useMutation({
    mutationFn: (body: NoteBody) =>
      call(endpoints.changeNominationNote, { params: { id, noteId }, body }),
    ...useStoreNotes(id),
  });
}

export function useRemoveNominationNote(id: NominationId) {
  return useMutation({
    mutationFn: (noteId: NominationNoteId) =>
      call(endpoints.removeNominationNote, { params: { id, noteId } }),
    ...useStoreNotes(id),
  });
}
