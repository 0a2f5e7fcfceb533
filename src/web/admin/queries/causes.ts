import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CauseId } from '#contract/ids.ts';
import type { CauseInput } from '#contract/vetting/causes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';

const causesKey = ['causes'];

/** Every cause, by name. */
export function useCauses() {
  return useQuery({
    queryKey: causesKey,
    queryFn: ({ signal }) => call(endpoints.listCauses, { signal }),
  });
}

export function useCreateCause() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CauseInput) => call(endpoints.createCause, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: causesKey }),
  });
}

export function useDeleteCause() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: CauseId) => call(endpoints.deleteCause, { params: { id } }),
    // Also after a refusal, which means that the list was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: causesKey }),
  });
}
