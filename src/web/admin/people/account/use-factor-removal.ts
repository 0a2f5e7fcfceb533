import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { sessionQuery } from '#web/admin/client/session.ts';
import { endpointQuery, useSend } from '#web/admin/client/use-endpoint.ts';
import type { EndpointReference } from '#web/client/endpoints.ts';

/**
 * Removes a second factor. If it was the last one and everybody needs one, the session says so from then on, and the
 * server refuses to be asked for anything but the account.
 */
export function useFactorRemoval<E extends Endpoint>(to: EndpointReference<E>, said: string) {
  const queryClient = useQueryClient();
  return useSend(to, {
    said,
    changes: false,
    async onDone() {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
      await queryClient.invalidateQueries({
        queryKey: endpointQuery(endpoints.getAccount, {}).queryKey,
      });
    },
  });
}
