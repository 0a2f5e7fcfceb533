import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';

/**
 * The files of a nomination, for whoever may see those that are not public; refetched while the server is still
 * processing one.
 */
export function useFiles(nominationId: NominationId) {
  const mayRead = useMay('files.read');
  return useEndpoint(endpoints.listFiles, mayRead ? { params: { id: nominationId } } : null, {
    refetchInterval: (files) =>
      files?.some(({ state }) => state === 'processing') ? 1_000 : false,
  });
}
