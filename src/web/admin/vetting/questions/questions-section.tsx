import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import type { Question } from '#contract/vetting/questions.ts';
import {
  publicStateWords,
  vettingStateNames,
  whilePending,
} from '#core/vetting/nomination-states.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useFocusBack } from '#web/admin/ui/use-focus-back.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { AskForm } from '#web/admin/vetting/questions/ask-form.tsx';
import { QuestionItem } from '#web/admin/vetting/questions/question-item.tsx';

/** How far the check is, and what the team asks the nominator. */
export function QuestionsSection({
  nomination,
  opens,
}: {
  nomination: Nomination;
  opens: boolean;
}) {
  const { id, reference, vettingState, email } = nomination;
  const questions = useEndpoint(
    endpoints.listQuestions,
    { params: { id } },
    { refetchInterval: (data) => (data?.some(hasUnprepared) ? 1_000 : false) },
  );
  const mayDecide = useMay('nominations.decide');
  const startChecking = useSend(endpoints.startChecking, { said: 'The check has begun' });
  const sendLink = useSend(endpoints.sendTrackingLink, { said: ({ message }) => message });
  const close = useSend(endpoints.closeQuestion, { said: 'The question was closed' });
  const link = useModal('tracking-link');
  const [isOpened, setAsking] = useState(false);
  const isPending = nominationStatus(nomination) === 'pending';
  // The first question needs no button.
  const isFirst = isPending && vettingState === 'new';
  const isAsking = mayDecide && isPending && (isOpened || isFirst);
  const askButton = useFocusBack(isAsking);
  useNoteRead(nomination, questions.data, mayDecide);
  return (
    <FoldedSection
      id="questions"
      title="Questions to the Nominator"
      summary={summaryOf(questions.data)}
      opens={opens}
    >
      {isPending && (
        <p className="row gap-y-0 below-4 wide">
          <strong>{vettingStateNames[vettingState]}</strong>
          <span className="soft">
            {`The nominator reads “${publicStateWords[whilePending[vettingState]].name}” on the tracking page.`}
          </span>
        </p>
      )}
      {mayDecide && (
        <div className="row below-4">
          {isPending && !isAsking && (
            <Button ref={askButton} onClick={() => setAsking(true)}>
              Ask the Nominator
            </Button>
          )}
          {isPending && vettingState === 'new' && (
            <Button
              variant="default"
              loading={startChecking.isPending}
              onClick={() => startChecking.mutate({ params: { id } })}
            >
              Start Checking
            </Button>
          )}
          <Button variant="default" onClick={() => link.open()}>
            Send the Tracking Link
          </Button>
        </div>
      )}
      {isAsking && <AskForm nominationId={id} isFirst={isFirst} onDone={() => setAsking(false)} />}
      <CallState call={questions} failed="The questions could not be loaded." />
      {questions.data?.length === 0 && !isAsking && (
        <EmptyNote>
          {isPending
            ? 'Nobody has asked the nominator anything yet. Questions leave by email with a private link, on which the nominator answers with text and files.'
            : 'Nobody has asked the nominator anything.'}
        </EmptyNote>
      )}
      <ul className="list" aria-label="Questions">
        {questions.data?.map((question) => (
          <QuestionItem
            key={question.id}
            question={question}
            isClosing={close.isPending && close.variables.params.id === question.id}
            onClose={mayDecide ? () => close.mutate({ params: { id: question.id } }) : null}
          />
        ))}
      </ul>
      <ConfirmModal
        title="Send the Tracking Link"
        text={`${email} gets an email with a new private link to the tracking page of ${reference}. All earlier links stop working immediately.`}
        action="Send"
        {...link.dialog}
        onConfirm={() => sendLink.mutateAsync({ params: { id } })}
      />
    </FoldedSection>
  );
}

function summaryOf(questions: Question[] | undefined): number | string | undefined {
  if (questions === undefined) return undefined;
  const open = questions.filter(({ state, answers }) => state === 'open' && answers.length === 0);
  return open.length > 0 ? `${open.length} without an answer` : questions.length;
}

function hasUnprepared({ answers }: Question): boolean {
  return answers.some(({ papers }) => papers.some(({ state }) => state === 'processing'));
}

/** Notes that somebody who decides has the answers on the screen. Who only reads them takes them off nobody's desk. */
function useNoteRead(
  { id, hasUnreadAnswer }: Nomination,
  questions: Question[] | undefined,
  mayDecide: boolean,
) {
  const read = useSend(endpoints.readAnswers);
  const last = questions
    ?.flatMap(({ answers }) => answers.map((answer) => answer.id))
    .sort()
    .at(-1);
  const note = useEffectEvent(() => {
    if (!mayDecide || !hasUnreadAnswer || last === undefined) return;
    read.mutate({ params: { id }, body: { answerId: last } });
  });
  useEffect(() => {
    if (last !== undefined) note();
  }, [last]);
}
