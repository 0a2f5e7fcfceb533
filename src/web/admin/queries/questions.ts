import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerId, NominationId, QuestionId } from '#contract/ids.ts';
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

/** Notes once that the answers on the screen were read, up to the last one of them. */
export function useReadAnswers(nominationId: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answerId: AnswerId) =>
      call(endpoints.readAnswers, { params: { id: nominationId }, body: { answerId } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['nominations'] }),
        queryClient.invalidateQueries({ queryKey: ['desk'] }),
      ]),
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

/** Asks several nominators the same. */
export function useAskMany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: {
      ids: NominationId[];
      questions: string[];
      dueOn: string;
      idempotencyKey: string;
    }) => call(endpoints.askMany, { body, idempotencyKey }),
    onSettled: () =>
      Promise.all(
        ['questions', 'nominations'].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}

/** Notes that somebody has begun to check several nominations. */
export function useStartCheckingMany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, idempotencyKey }: { ids: NominationId[]; idempotencyKey: string }) =>
      call(endpoints.startCheckingMany, { body: { ids }, idempotencyKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['nominations'] }),
  });
}
