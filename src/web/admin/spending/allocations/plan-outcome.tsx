import { Button } from '@mantine/core';
import type { Allocations } from '#contract/spending/allocations.ts';
import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';

interface PlanOutcomeProps {
  nomination: NominationSummary;
  done: Allocations;
  onClose: () => void;
}

/** What was booked, and a way back while nobody has used it. */
export function PlanOutcome({ nomination: { id, nominee }, done, onClose }: PlanOutcomeProps) {
  const undo = useSendOnce(endpoints.releaseAllocations, {
    said: ({ amount }) => `${formatCents(amount)} released`,
    onDone: onClose,
  });
  const ids = done.allocations.map((allocation) => allocation.id);
  const from = countOf(ids.length, 'donation');
  return (
    <>
      <p>{`${nominee} got ${formatCents(done.amount)} from ${from}.`}</p>
      <p className="soft">
        If that was a mistake, undo it: the money goes back to the donations it came from, and the
        ledger keeps both entries.
      </p>
      <ModalActions>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
        <Button
          variant="outline"
          color="clay"
          loading={undo.isPending}
          onClick={() =>
            void undo.send({
              params: { id },
              body: { ids, reason: 'Undone right after it was allocated.' },
            })
          }
        >
          Undo
        </Button>
      </ModalActions>
    </>
  );
}
