import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NominationId, QuestionId } from '#contract/ids.ts';
import type { Question } from '#contract/vetting/questions.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const questionsKey = (nominationId: NominationId) => ['questions', nominationId];

/** The questions to a nominator, with all answers. */
export function useQuestions(nominationId: NominationId) {
  return useQuery({
    queryKey: questionsKey(nominationId),
    queryFn: ({ signal }) =>
      call(endpoints.listQuestions, { params: { id: nominationId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(hasUnprepared) ? 1_000 : false),
  });
}

function hasUnprepared({ answers }: Question): boolean {
  return answers.some(({ papers }) => papers.some(({ state }) => state === 'processing'));
}

/** Stores what a call about questions returned. How far the check is has changed with them. */
function useStoreQuestions(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (questions: Question[]) => {
      queryClient.setQueryData(questionsKey(nominationId), questions);
      return queryClient.invalidateQueries({ queryKey: ['nominations'] });
    },
    // Somebody else was faster: show the current state.
    onError: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: questionsKey(nominationId) }),
        queryClient.invalidateQueries({ queryKey: ['nominations'] }),
      ]),
  };
}

export function useAskQuestions(nominationId: NominationId) {
  const { onSuccess, onError } = useStoreQuestions(nominationId);
  return useMutation({
    mutationFn: (body: { questions: string[]; dueOn: string }) =>
      call(endpoints.askQuestions, { params: { id: nominationId }, body }),
    onSuccess: (questions) => {
      notifySuccess('Asked. The nominator gets an email.');
      return onSuccess(questions);
    },
    onError,
  });
}

export function useCloseQuestion(nominationId: NominationId) {
  return useMutation({
    mutationFn: (id: QuestionId) => call(endpoints.closeQuestion, { params: { id } }),
    ...useStoreQuestions(nominationId),
  });
}

export function useStartChecking(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.startChecking, { params: { id: nominationId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['nominations'] }),
  });
}

export function useSendTrackingLink(nominationId: NominationId) {
  return useMutation({
    mutationFn: () => call(endpoints.sendTrackingLink, { params: { id: nominationId } }),
    onSuccess: ({ message }) => notifySuccess(message),
  });
}
