import type { AllocationId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import { useReleaseAllocation } from '#web/admin/queries/allocations.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';

const schema = () =>
  import('#contract/spending/allocations.ts').then(
    ({ releaseAllocation }) => releaseAllocation.body,
  );

interface ReleaseModalProps {
  /** What would be released; null while closed. */
  allocation: { id: AllocationId; amount: number } | null;
  onClose: () => void;
}

/** Releases an allocation back to its donation, with a reason that the ledger keeps forever. */
export function ReleaseModal({ allocation, onClose }: ReleaseModalProps) {
  const shown = useLastValue(allocation);
  const release = useReleaseAllocation();
  if (shown === null) return null;
  return (
    <ReasonModal
      key={shown.id}
      title="Release Allocation"
      text={`${formatCents(shown.amount)} goes back to the donation and can be allocated again.`}
      action="Release"
      hint="Kept in the ledger."
      schema={schema}
      opened={allocation !== null}
      onClose={onClose}
      onConfirm={(sent) => release.mutateAsync({ id: shown.id, ...sent })}
    />
  );
}
