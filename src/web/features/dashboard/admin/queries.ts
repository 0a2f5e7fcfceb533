import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call(endpoints.getDashboard, { signal }),
  });
}
