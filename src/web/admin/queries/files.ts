import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { Redaction, File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { call } from '#web/client/api-client.ts';

/** The query key of a nomination's files. */
export const filesKey = (nominationId: NominationId | undefined) => ['files', nominationId];

/**
 * The files of a nomination, for whoever may see those that are not public; refetched while the server is still
 * processing one.
 */
export function useFiles(nominationId: NominationId) {
  const mayRead = useMay('files.read');
  return useQuery({
    queryKey: filesKey(nominationId),
    queryFn: mayRead
      ? ({ signal }) => call(endpoints.listFiles, { params: { id: nominationId }, signal })
      : skipToken,
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'processing') ? 1_000 : false,
  });
}

/** The actions on a file that take one click. */
export type FileAction = 'publish' | 'unpublish' | 'delete';

export function useFileAction(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: FileId; action: FileAction }) => {
      const params = { id };
      if (action === 'publish') await call(endpoints.publishFile, { params });
      if (action === 'unpublish') await call(endpoints.unpublishFile, { params });
      if (action === 'delete') await call(endpoints.deleteFile, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

/** The description of a file, as its form holds it. */
export interface FileDetails {
  caption: string;
  alternativeText: string;
  consentBy: string;
  consentScope: string;
  consentUntil: string;
}

export function useUpdateFile({ id, nominationId }: StoredFile) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FileDetails) => call(endpoints.updateFile, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

export function useWithdrawConsent(nominationId: NominationId | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: FileId; reason: string }) =>
      call(endpoints.withdrawConsent, { params: { id }, body: { reason } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

/** Blacks out parts of a receipt; no parts means that there is nothing to black out. */
export function useRedactFile({ id, nominationId }: StoredFile) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (redactions: Redaction[]) =>
      call(endpoints.redactFile, {
        params: { id },
        body: redactions.length > 0 ? { redactions } : { nothingToBlackOut: true as const },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}
