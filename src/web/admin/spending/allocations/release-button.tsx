import type { AllocationId } from '#contract/ids.ts';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface ReleaseButtonProps {
  /** The name of the dialog that it opens. */
  opens?: string;
  allocation: { id: AllocationId; amount: number; spentAmount: number };
}

/** Opens the release of an allocation, in the dialog about its donation or its nomination, or on the page of that. */
export function ReleaseButton({ allocation, opens = 'manage.release' }: ReleaseButtonProps) {
  const { id, amount, spentAmount } = allocation;
  const release = useModal(opens);
  return (
    <ReasonedButton
      variant="default"
      size="sm"
      reason={spentAmount < amount ? null : 'All of it is spent'}
      onClick={() => release.open(id)}
    >
      Release
    </ReasonedButton>
  );
}
