import { useMutation } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

/** Stops or restarts email updates for the person who got the link. */
export function useWantUpdates(token: string) {
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call(endpoints.subscribeAgain, { body: { token } })
        : call(endpoints.unsubscribe, { body: { token } }),
  });
}
