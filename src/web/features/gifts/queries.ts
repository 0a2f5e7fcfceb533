import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

/** The gift behind a private link. */
export function useGift(token: string) {
  return useQuery({
    queryKey: ['gift', token],
    queryFn: ({ signal }) => call(endpoints.openGift, { body: { token }, signal }),
    enabled: token !== '',
  });
}

/** What a donor can switch on and off. */
export type GiftChoice = 'isAvailableToVolunteerTime' | 'wantsUpdates';

/** Sends one choice after the other, so that the last one made is the one that stays. */
export function useChangeGift(token: string, choice: GiftChoice) {
  const queryClient = useQueryClient();
  const queryKey = ['gift', token];
  return useMutation({
    mutationFn: (isOn: boolean) => call(endpoints.changeGift, { body: { token, [choice]: isOn } }),
    scope: { id: 'gift' },
    onSuccess: (gift) => queryClient.setQueryData(queryKey, gift),
    // The answer may be what was lost, not the change.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useReplaceGiftLink(token: string) {
  return useMutation({
    mutationFn: () => call(endpoints.replaceGiftLink, { body: { token } }),
  });
}
