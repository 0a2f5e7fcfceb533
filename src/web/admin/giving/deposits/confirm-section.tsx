import { Button } from '@mantine/core';
import type { Deposit } from '#contract/giving/deposits.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** A closed deposit is confirmed, by somebody else if the settings ask for two, or sent back. */
export function ConfirmSection({ deposit }: { deposit: Deposit }) {
  const { id, revision, count, amount, confirmObstacle } = deposit;
  const confirmDeposit = useSendOnce(endpoints.confirmDeposit, {
    said: 'Confirmed. The lines are donations now.',
  });
  const sendingBack = useModal('send-back');
  return (
    <TitledSection title="Confirm">
      <p>
        {`Does what is in front of you match these lines? Confirming makes ${countOf(count, 'donation')}, ${formatCents(amount)} in all, and thanks everybody whose email address is there. After that, nothing can be changed; a wrong line is reversed.`}
      </p>
      <div className="row above-4">
        <ReasonedButton
          reason={confirmObstacle}
          loading={confirmDeposit.isPending}
          onClick={() => void confirmDeposit.send({ params: { id }, body: { revision } })}
        >
          Confirm Deposit
        </ReasonedButton>
        <Button variant="default" onClick={() => sendingBack.open()}>
          Send Back
        </Button>
      </div>
      <ReasonModal
        title="Send Back"
        text="The deposit is open again, so that it can be corrected."
        action="Send Back"
        hint="Shown with the deposit."
        {...sendingBack.dialog}
        to={endpoints.sendDepositBack}
        said="The deposit was sent back"
        params={{ id }}
      />
    </TitledSection>
  );
}
