import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

/** The donation behind a private link. */
export function useDonationPage(token: string) {
  return useQuery({
    queryKey: ['donation', token],
    queryFn: ({ signal }) => call(endpoints.openDonationPage, { body: { token }, signal }),
    enabled: token !== '',
  });
}

/** What a donor can turn on and off. */
export type DonationChoice = 'isAvailableToVolunteerTime' | 'wantsUpdates';

/** Sends choices one after another, so that the last one wins. */
export function useChangeDonationPage(token: string, choice: DonationChoice) {
  const queryClient = useQueryClient();
  const queryKey = ['donation', token];
  return useMutation({
    mutationFn: (isOn: boolean) =>
      call(endpoints.changeDonationPage, { body: { token, [choice]: isOn } }),
    scope: { id: 'donation' },
    onSuccess: (donation) => queryClient.setQueryData(queryKey, donation),
    // The change may have arrived although its response was lost.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useReplaceDonationLink(token: string) {
  return useMutation({
    mutationFn: () => call(endpoints.replaceDonationLink, { body: { token } }),
  });
}
