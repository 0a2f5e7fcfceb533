import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { NominationReviews } from '#contract/vetting/reviews.ts';
import type { Recommendation } from '#core/reviews.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const reviewsKey = (id: NominationId) => ['reviews', id];

/** What colleagues recommend; asked for only by whoever may read it. */
export function useReviews(id: NominationId, isAllowed = true) {
  return useQuery({
    queryKey: reviewsKey(id),
    queryFn: ({ signal }) => call(endpoints.listReviews, { params: { id }, signal }),
    enabled: isAllowed,
  });
}

function useStoreReviews(id: NominationId) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (reviews: NominationReviews) => {
      queryClient.setQueryData(reviewsKey(id), reviews);
      return queryClient.invalidateQueries({ queryKey: ['desk'] });
    },
    // There may be a decision meanwhile: show the current state.
    onError: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: reviewsKey(id) }),
        queryClient.invalidateQueries({ queryKey: ['nominations'] }),
      ]),
  };
}

export function useGiveReview(id: NominationId) {
  const { onSuccess, onError } = useStoreReviews(id);
  return useMutation({
    mutationFn: (body: { hasNoConflict: true; recommendation: Recommendation; reason: string }) =>
      call(endpoints.giveReview, { params: { id }, body }),
    onSuccess: (reviews) => {
      notifySuccess('Recommendation saved');
      return onSuccess(reviews);
    },
    onError,
  });
}

export function useDeclareConflict(id: NominationId) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(endpoints.declareConflict, { params: { id }, body: { reason } }),
    ...useStoreReviews(id),
  });
}

export function useLiftConflict(id: NominationId) {
  return useMutation({
    mutationFn: (userId: UserId) => call(endpoints.liftConflict, { params: { id, userId } }),
    ...useStoreReviews(id),
  });
}
