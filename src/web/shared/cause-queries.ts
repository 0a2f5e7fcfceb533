import { useQuery } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

export const causesKey = ['causes'];

/** Every cause, by name. */
export function useCauses() {
  return useQuery({
    queryKey: causesKey,
    queryFn: ({ signal }) => call(endpoints.listCauses, { signal }),
  });
}
