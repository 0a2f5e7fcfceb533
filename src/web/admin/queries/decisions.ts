import { useMutation, useQuery } from '@tanstack/react-query';
import type { NominationId } from '#contract/ids.ts';
import type { LetterAction } from '#core/decision-reasons.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { decisionsKey, useStoreNomination } from '#web/admin/queries/nominations.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** The decisions about a nomination, with reasons, letters, and appeals. */
export function useDecisions(id: NominationId) {
  return useQuery({
    queryKey: decisionsKey(id),
    queryFn: ({ signal }) => call(endpoints.listDecisions, { params: { id }, signal }),
  });
}

/** The email with a letter, as the nominator would read it. */
export function usePreviewLetter(id: NominationId) {
  return useMutation({
    mutationFn: (body: { action: LetterAction; letter: string }) =>
      call(endpoints.previewLetter, { params: { id }, body }),
  });
}

/** Decides an appeal: it stays declined. */
export function useUpholdRejection(id: NominationId) {
  const { onSuccess, onError } = useStoreNomination(id);
  return useMutation({
    mutationFn: (letter: string) =>
      call(endpoints.upholdRejection, { params: { id }, body: { letter } }),
    onSuccess: (nomination) => {
      notifySuccess(`${nomination.nominee}: It stays declined. The nominator gets an email.`);
      return onSuccess(nomination);
    },
    onError,
  });
}
