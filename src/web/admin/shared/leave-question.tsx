import { useEffect, useEffectEvent, useState } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import { isTypedFrom, leaving } from '#web/admin/ui/typed-forms.ts';
import { countOpenDialogs } from '#web/admin/ui/use-dialog-order.ts';
import { countOpened } from '#web/admin/ui/use-modal.ts';

/** Asks before what is typed is lost: by Escape, beside a dialog or by its mark, by Back, and by a link. */
export function LeaveQuestion() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const blocker: Blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) => {
      const isElsewhere = from.pathname !== to.pathname;
      // A filter, or a dialog that opens, loses nothing.
      if ((!isElsewhere && historyAction !== 'POP') || takePurpose()) return false;
      return leave !== null || isTypedFrom(isElsewhere ? 0 : lowestClosed(from, to));
    },
  );
  const answer = (act?: (() => void) | null) => {
    setLeave(null);
    act?.();
  };
  const stay = () => answer(blocker.reset);
  const onBlocked = useEffectEvent(() => {
    // Whoever goes back instead of answering stays.
    if (leave) stay();
    else setLeave(() => () => blocker.proceed?.());
  });
  useEffect(() => {
    if (blocker.state === 'blocked') onBlocked();
  }, [blocker]);
  useEffect(() => {
    takePurpose();
    leaving.ask = (next) => setLeave(() => next);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!takePurpose() && isTypedFrom(0)) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  return (
    <Modal title="Discard What You Typed?" opened={leave !== null} onClose={stay} size="narrow">
      <QuestionForm
        text="It is not saved yet, and will be lost."
        action="Discard"
        cancel="Keep Editing"
        loading={false}
        onClose={stay}
        onSubmit={(event) => {
          event.preventDefault();
          answer(leave);
        }}
      />
    </Modal>
  );
}

function takePurpose(): boolean {
  const { isMeant } = leaving;
  leaving.isMeant = false;
  return isMeant;
}

/** The lowest dialog that Back closes, counted from the page; none for Forward, which opens one. */
function lowestClosed(from: Location, to: Location): number {
  const closed = countOpened(from) - countOpened(to);
  if (closed < 0) return Number.POSITIVE_INFINITY;
  // One that a link opened is not counted there.
  return Math.max(1, countOpenDialogs() - Math.max(1, closed) + 1);
}
