import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileId, NominationId, UpdateId } from '#contract/ids.ts';
import type { Update, UpdateKind } from '#contract/publishing/updates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const updatesKey = (nominationId: NominationId) => ['updates', nominationId];

/** Every update of a nomination; refetched while emails are being sent. */
export function useUpdates(nominationId: NominationId) {
  return useQuery({
    queryKey: updatesKey(nominationId),
    queryFn: ({ signal }) => call(endpoints.listUpdates, { params: { id: nominationId }, signal }),
    // Often enough to watch the progress, without burdening the server.
    refetchInterval: ({ state }) =>
      state.data?.some(({ mailing }) => mailing !== null && mailing.waiting > 0) ? 2_000 : false,
  });
}

/** The email as a donor will see it. Never cached, because money and files may have changed. */
export function useUpdatePreview(id: UpdateId) {
  return useQuery({
    queryKey: ['update-preview', id],
    queryFn: ({ signal }) => call(endpoints.previewUpdate, { params: { id }, signal }),
    gcTime: 0,
  });
}

function useRefreshUpdates(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: updatesKey(nominationId) }),
      queryClient.invalidateQueries({ queryKey: ['update-preview'] }),
    ]);
}

/** An update as its form holds it; `id` is null for one that was never saved. */
export interface UpdateDraft {
  id: UpdateId | null;
  kind: UpdateKind;
  title: string;
  text: string;
  fileIds: FileId[];
}

interface KeyedDraft extends UpdateDraft {
  idempotencyKey: string;
}

export function useSaveUpdate(nominationId: NominationId) {
  const refresh = useRefreshUpdates(nominationId);
  return useMutation({
    mutationFn: ({ id, idempotencyKey, ...body }: KeyedDraft): Promise<Update> =>
      id === null
        ? call(endpoints.createUpdate, { params: { id: nominationId }, body, idempotencyKey })
        : call(endpoints.saveUpdate, { params: { id }, body }),
    onSuccess: () => notifySuccess('Draft saved'),
    // Also after a refusal, which means that the screen was out of date.
    onSettled: refresh,
  });
}

export function useDeleteUpdate(nominationId: NominationId) {
  const refresh = useRefreshUpdates(nominationId);
  return useMutation({
    mutationFn: (id: UpdateId) => call(endpoints.deleteUpdate, { params: { id } }),
    onSettled: refresh,
  });
}

export function usePublishUpdate(nominationId: NominationId) {
  const refresh = useRefreshUpdates(nominationId);
  return useMutation({
    mutationFn: (id: UpdateId) => call(endpoints.publishUpdate, { params: { id } }),
    onSuccess: () => notifySuccess('Update published'),
    onSettled: refresh,
  });
}
