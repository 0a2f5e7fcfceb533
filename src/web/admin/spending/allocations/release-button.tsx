import type { AllocationId } from '#contract/ids.ts';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface ReleaseButtonProps {
  allocation: { id: AllocationId; amount: number; spentAmount: number };
}

/** Opens the release of an allocation, in the dialog about its donation or its nomination. */
export function ReleaseButton({ allocation: { id, amount, spentAmount } }: ReleaseButtonProps) {
  const release = useModal('manage.release');
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
