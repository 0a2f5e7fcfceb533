import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonData } from '#contract/operations/privacy.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const personKey = ['privacy', 'person'];

/** What is stored about a person; requested only once somebody is asked for. */
export function usePerson(who: string) {
  return useQuery({
    queryKey: [...personKey, who],
    queryFn: ({ signal }) => call(endpoints.findPerson, { body: { who }, signal }),
    enabled: who !== '',
    // What is typed wrongly stays wrong.
    retry: false,
    gcTime: 0,
  });
}

/** Downloads everything about a person. */
export function useArchive() {
  return useMutation({
    mutationFn: (who: string) => call(endpoints.openArchive, { body: { who } }),
    onSuccess: ({ path }) => {
      const link = document.createElement('a');
      link.href = path;
      link.download = '';
      link.click();
    },
  });
}

/** Erases a person. Every list may have named them. */
export function useErase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ who, fingerprint }: PersonData) =>
      call(endpoints.erasePerson, { body: { who, fingerprint } }),
    onSuccess: ({ message }) => notifySuccess(message),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** What the next run of the retention would remove. */
export function useRetention() {
  return useQuery({
    queryKey: ['privacy', 'retention'],
    queryFn: ({ signal }) => call(endpoints.getRetention, { signal }),
  });
}
