import type { AllocationId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface Allocation {
  id: AllocationId;
  amount: number;
  spentAmount: number;
}

interface ReleaseModalProps {
  /** The allocation whose unspent money would be released; null while closed. */
  allocation: Allocation | null;
  /** What its donation is missing, in cents. */
  deficitAmount: number;
  onClose: () => void;
}

/** Releases what of an allocation is not spent to its donation, with a reason that the ledger keeps forever. */
export function ReleaseModal({ allocation, deficitAmount, onClose }: ReleaseModalProps) {
  // What is spent stays, so that after a release there may be an allocation with nothing to release.
  const releasable = allocation && allocation.spentAmount < allocation.amount ? allocation : null;
  const shown = useLastValue(releasable);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Release Allocation"
      text={describeRelease(shown, deficitAmount)}
      action="Release"
      hint="Kept in the audit trail."
      to={endpoints.releaseAllocation}
      params={{ id: shown.id }}
      said={({ amount }) => `${formatCents(amount)} released`}
      opened={releasable !== null}
      onClose={onClose}
    />
  );
}

/** Where the money goes: first to what the donation is missing. */
function describeRelease({ amount, spentAmount }: Allocation, deficitAmount: number): string {
  const released = amount - spentAmount;
  const spent = spentAmount > 0 ? ` ${formatCents(spentAmount)} is spent and stays.` : '';
  return `${formatCents(released)} goes back to the donation${describeUse(released, deficitAmount)}.${spent}`;
}

function describeUse(released: number, deficitAmount: number): string {
  if (deficitAmount === 0) return ' and can be allocated again';
  const missing = formatCents(deficitAmount);
  if (released <= deficitAmount) return `, where ${missing} is missing`;
  const rest = formatCents(released - deficitAmount);
  return `: ${missing} covers what is missing there, and ${rest} can be allocated again`;
}
