import { useQuery } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call(endpoints.getDashboard, { signal }),
  });
}
