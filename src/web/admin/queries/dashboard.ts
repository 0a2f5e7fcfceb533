import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';

export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => call(endpoints.getDashboard, { signal }),
  });
}
