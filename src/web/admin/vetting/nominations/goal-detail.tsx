import type { ReactNode } from 'react';
import type { Nomination, NominationSummary } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { canReceiveFunds } from '#core/vetting/nomination-status.ts';
import { useMay } from '#web/admin/client/session.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** The goal of a nomination, and the way to change it; null where it cannot have one. */
export function goalRow(nomination: Nomination, onEdit: () => void): ReactNode {
  if (nomination.goalAmount === null && !canReceiveFunds(nomination)) return null;
  return <Goal nomination={nomination} onEdit={onEdit} />;
}

function Goal({ nomination, onEdit }: { nomination: Nomination; onEdit: () => void }) {
  const { goalAmount } = nomination;
  const mayDecide = useMay('nominations.decide');
  return (
    <span className="row gap-y-0 baseline touchable">
      <span className="numbers">
        {goalAmount === null
          ? 'None'
          : `${formatCents(goalAmount)}, ${describeMissing(nomination)}`}
      </span>
      {mayDecide && canReceiveFunds(nomination) && (
        <TextButton onClick={onEdit}>{goalAmount === null ? 'Set Goal' : 'Change Goal'}</TextButton>
      )}
    </span>
  );
}

/** What of its goal a nomination has not got; empty without a goal. */
export function describeMissing({
  goalAmount,
  allocatedAmount,
}: Pick<NominationSummary, 'goalAmount' | 'allocatedAmount'>): string {
  if (goalAmount === null) return '';
  const missing = goalAmount - allocatedAmount;
  return missing > 0 ? `${formatCents(missing)} missing` : 'reached';
}
