import { useEffect, useEffectEvent } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import {
  answerToLeave,
  askToLeave,
  isTypedFrom,
  nextLeave,
  useIsAsked,
} from '#web/admin/ui/typed-forms.ts';
import { countOpenDialogs } from '#web/admin/ui/use-dialog-order.ts';
import { countOpened } from '#web/admin/ui/use-modal.ts';

/** Asks before what is typed is lost, in a dialog or on a page. */
export function LeaveQuestion() {
  const isAsked = useIsAsked();
  const blocker: Blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) => {
      const isElsewhere = from.pathname !== to.pathname;
      // A filter, or a dialog that opens.
      if (!isElsewhere && historyAction !== 'POP') return false;
      if (takePurpose()) return false;
      return isAsked || isTypedFrom(isElsewhere ? 0 : lowestClosed(from, to));
    },
  );
  useEffect(() => {
    if (blocker.state === 'blocked') askToLeave(blocker.proceed, blocker.reset);
  }, [blocker]);
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!takePurpose() && isTypedFrom(0)) event.preventDefault();
  });
  useEffect(() => {
    takePurpose();
    const ask = (event: BeforeUnloadEvent) => onUnload(event);
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const stay = () => answerToLeave(false);
  return (
    <Modal title="Discard What You Typed?" opened={isAsked} onClose={stay} size="narrow">
      <QuestionForm
        text="It is not saved yet, and will be lost."
        action="Discard"
        cancel="Keep Editing"
        loading={false}
        onClose={stay}
        onSubmit={(event) => {
          event.preventDefault();
          answerToLeave(true);
        }}
      />
    </Modal>
  );
}

function takePurpose(): boolean {
  const { isMeant } = nextLeave;
  nextLeave.isMeant = false;
  return isMeant;
}

/** The lowest dialog that Back closes, counted from the page; none for Forward, which opens one. */
function lowestClosed(from: Location, to: Location): number {
  const closed = countOpened(from) - countOpened(to);
  if (closed < 0) return Number.POSITIVE_INFINITY;
  // One that a link opened is not counted there.
  return Math.max(1, countOpenDialogs() - Math.max(1, closed) + 1);
}
