import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

/** Every cause, by name. The key is the specification's. */
export function useCauses() {
  return useQuery({
    queryKey: ['causes'],
    queryFn: ({ signal }) => call(endpoints.listCauses, { signal }),
  });
}
