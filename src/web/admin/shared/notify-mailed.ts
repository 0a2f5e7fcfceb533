import type { QueryClient } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { endpointQuery } from '#web/admin/client/use-endpoint.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/**
 * Says that an email was sent: `notifyMailed(queryClient, 'The receipt', 'is on its way to the donor')`. While all
 * email is paused, says that it waits.
 */
export async function notifyMailed(
  queryClient: QueryClient,
  mail: string,
  outcome: string,
): Promise<void> {
  // It was queued, even if nobody can tell at this moment whether email is paused.
  const status = await queryClient
    .fetchQuery(endpointQuery(endpoints.getMailStatus, {}))
    .catch(() => null);
  notifySuccess(
    !status?.paused
      ? `${mail} ${outcome}`
      : `All email is paused. ${mail} leaves once it is resumed.`,
  );
}
