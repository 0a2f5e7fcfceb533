import type { Nomination } from '#contract/vetting/nominations.ts';
import { type NominationAction, nominationActionNames } from '#core/vetting/nomination-status.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { AllocateOldestModal } from '#web/admin/spending/allocations/allocate-oldest-modal.tsx';
import { ReleaseModal } from '#web/admin/spending/allocations/release-modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { DecisionModal } from '#web/admin/vetting/nominations/decision-modal.tsx';
import { GoalModal } from '#web/admin/vetting/nominations/goal-modal.tsx';
import { LetterModal } from '#web/admin/vetting/nominations/letter-modal.tsx';

/** Where a nomination is shown: its dialog, over which others open, or its page. */
export interface NominationPlace {
  over: 'manage.' | '';
  /** Called after a decision; a dialog that made it stays to its caller, then. */
  onDecided?: () => void;
}

/** The dialogs for what can be done with a nomination, over its own or on its page. */
export function NominationDialogs({
  nomination,
  over,
  onDecided,
}: NominationPlace & { nomination: Nomination | undefined }) {
  const release = useModal(`${over}release`);
  const decide = useModal(`${over}decide`);
  const letter = useModal(`${over}letter`);
  const goal = useModal(`${over}goal`);
  const oldest = useModal(`${over}oldest`);
  const released = nomination?.allocations.find((allocation) => allocation.id === release.value);
  return (
    <>
      <IfMay right="allocations.propose">
        {nomination && <AllocateOldestModal nomination={nomination} {...oldest.dialog} />}
      </IfMay>
      <IfMay right="nominations.decide">
        {nomination && <GoalModal nomination={nomination} {...goal.dialog} />}
        <DecisionModal
          nomination={nomination ?? null}
          action={readAction(decide.value)}
          isOnPage={over === ''}
          onDecided={onDecided}
          onClose={decide.close}
        />
        {nomination && (
          <LetterModal nomination={nomination} {...letter.dialog} onDecided={onDecided} />
        )}
      </IfMay>
      <IfMay right="allocations.write">
        <ReleaseModal
          allocation={released ?? null}
          deficitAmount={released?.donation.deficitAmount ?? 0}
          onClose={release.close}
        />
      </IfMay>
    </>
  );
}

/** The decision that an address names; null if it names none. */
function readAction(text: string | null): NominationAction | null {
  return nominationActionNames.find((name) => name === text) ?? null;
}
