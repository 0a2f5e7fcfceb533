import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DonorInput, DonorNote } from '#contract/giving/donors.ts';
import type { DonorChangeId, DonorId, DonorNoteId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Donors, those who donated last first; with a search, only those that it finds. */
export function useDonors(search: string) {
  return usePagedList({
    queryKey: ['donors', 'list', search],
    load: (page) =>
      callPage(endpoints.listDonors, { query: { search: search || undefined }, ...page }),
  });
}

/** One donor; requested only if there is an id. */
export function useDonor(id: DonorId | null) {
  return useQuery({
    queryKey: ['donors', 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getDonor, { params: { id }, signal }),
  });
}

/** Corrects the name or the address. */
export function useCorrectDonor(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (body: DonorInput) => call(endpoints.correctDonor, { params: { id }, body }),
    onSuccess: () => notifySuccess('The donor was corrected'),
    // Also after a refusal, which may mean that the screen was out of date.
    onSettled: refresh,
  });
}

/** Sets the address that receipts show. */
export function useSetPostalAddress(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (body: { postalAddress: string }) =>
      call(endpoints.setPostalAddress, { params: { id }, body }),
    onSuccess: () => notifySuccess('The address was saved'),
    onSettled: refresh,
  });
}

/** Takes back a correction or a join. */
export function useTakeBackDonorChange(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (changeId: DonorChangeId) =>
      call(endpoints.takeBackDonorChange, { params: { id, changeId } }),
    onSuccess: () => notifySuccess('The change was taken back'),
    onSettled: refresh,
  });
}

/** Joins another record into this one. */
export function useJoinDonors(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (otherId: DonorId) =>
      call(endpoints.joinDonors, { params: { id }, body: { otherId } }),
    onSuccess: () => notifySuccess('The records were joined'),
    onSettled: refresh,
  });
}

export function useAddDonorNote(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: Pick<DonorNote, 'text'> & { idempotencyKey: string }) =>
      call(endpoints.addDonorNote, { params: { id }, body, idempotencyKey }),
    onSuccess: refresh,
  });
}

export function useChangeDonorNote(id: DonorId, noteId: DonorNoteId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (body: Pick<DonorNote, 'text'>) =>
      call(endpoints.changeDonorNote, { params: { id, noteId }, body }),
    onSettled: refresh,
  });
}

export function useRemoveDonorNote(id: DonorId) {
  const refresh = useRefreshDonors();
  return useMutation({
    mutationFn: (noteId: DonorNoteId) =>
      call(endpoints.removeDonorNote, { params: { id, noteId } }),
    onSettled: refresh,
  });
}

/** Loads again what shows donors, and the names of donors. */
function useRefreshDonors() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['donors', 'donations', 'nominations'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
}
