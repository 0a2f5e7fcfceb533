import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

/** Where all money is, in all and by cause. */
export function useImpact() {
  return useQuery({
    queryKey: ['impact'],
    queryFn: ({ signal }) => call(endpoints.getImpact, { signal }),
  });
}
