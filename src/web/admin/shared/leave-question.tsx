import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';

interface LeaveQuestionProps {
  /** Whether something is typed that is not saved. */
  isDirty: () => boolean;
}

/** Asks before somebody leaves the page of a long form with what they have typed in it. */
export function LeaveQuestion({ isDirty }: LeaveQuestionProps) {
  // Dialogs are in the address as well: only another page is left for.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onUnload(event);
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <ConfirmModal
      title="Leave Without Saving?"
      text="What you have typed since you last saved will be lost."
      action="Leave"
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={async () => blocker.proceed?.()}
      onDone={() => undefined}
    />
  );
}
