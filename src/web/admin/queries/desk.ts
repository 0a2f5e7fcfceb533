import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';

/** What waits for the signed-in person; not asked for again while it is younger than so many milliseconds. */
export function useDesk(staleTime = 0) {
  return useQuery({
    queryKey: ['desk'],
    queryFn: ({ signal }) => call(endpoints.getDesk, { signal }),
    staleTime,
  });
}
