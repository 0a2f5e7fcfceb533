import { useEffect, useState } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  describeMail,
  useUndoDecision,
} from '#web/admin/vetting/decisions/use-nomination-action.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** When the email about the last decision leaves, and the way back until then. */
export function UndoDecision({ nomination }: { nomination: Nomination }) {
  const { id, lastDecision } = nomination;
  const undo = useUndoDecision(id);
  const isOver = useIsOver(lastDecision?.undoableUntil ?? null);
  if (lastDecision === null || isOver) return null;
  return (
    <span className="row gap-y-0 baseline small touchable">
      <span>
        {describeMail(lastDecision)}
        {lastDecision.undoHidesPage && ' Undoing it hides the public page, which is published.'}
      </span>
      <TextButton
        onClick={() =>
          !undo.isPending && undo.mutate({ params: { id }, body: { decisionId: lastDecision.id } })
        }
      >
        Undo
      </TextButton>
    </span>
  );
}

/** Whether a moment is over; draws again when it is. */
function useIsOver(moment: string | null): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Date.parse(moment) - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && Date.parse(moment) <= now;
}
