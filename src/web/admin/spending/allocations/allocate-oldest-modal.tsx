import type { Nomination } from '#contract/vetting/nominations.ts';
import { PlanSteps } from '#web/admin/spending/allocations/plan-form.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';

interface AllocateOldestModalProps {
  nomination: Nomination;
  opened: boolean;
  onClose: () => void;
}

/** Allocates the oldest donations of a nomination's cause in one step, with a look at each of them before. */
export function AllocateOldestModal({ nomination, opened, onClose }: AllocateOldestModalProps) {
  const { nominee, cause } = nomination;
  return (
    <Modal title="Allocate the Oldest Donations" opened={opened} onClose={onClose}>
      <PlanSteps
        nomination={nomination}
        lead={`For ${nominee}, from donations for ${cause.name}: the oldest one first, each used up before the next one is touched.`}
        onClose={onClose}
      />
    </Modal>
  );
}
