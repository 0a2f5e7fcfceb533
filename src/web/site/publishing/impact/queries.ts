import { useQuery } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

/** Where all money is, in total and by cause. */
export function useImpact() {
  return useQuery({
    queryKey: ['impact'],
    queryFn: ({ signal }) => call(endpoints.getImpact, { signal }),
  });
}
