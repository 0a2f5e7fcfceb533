import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Account } from '#contract/people/account.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import { RecoveryCodesModal } from '#web/admin/people/account/recovery-codes-modal.tsx';
import { SecondFactorForm } from '#web/admin/people/account/second-factor-form.tsx';
import {
  useRenewRecoveryCodes,
  useStartSecondFactor,
  useTurnOffSecondFactor,
} from '#web/admin/queries/account.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** Turns two-factor sign-in on and off, and renews the recovery codes. */
export function SecondFactorSection({ factor }: { factor: Account['secondFactor'] | undefined }) {
  const start = useStartSecondFactor();
  // Kept only in memory: the codes are visible once, and not again after a reload.
  const [codes, setCodes] = useState<string[] | null>(null);
  const codesModal = useModal('codes');
  const isEmpty = codesModal.isOpen && codes === null;
  useEffect(() => {
    if (isEmpty) codesModal.close();
  }, [isEmpty, codesModal.close]);
  const showCodes = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    codesModal.open();
  };
  return (
    <AccountSection title="Two-Factor Sign-In">
      {factor && <FactorOn factor={factor} onCodes={showCodes} />}
      {factor === null && !start.data && (
        <>
          <StatusMark shape="ring" word="Off" />
          <p>
            Turn it on, and a stolen password is no longer enough: signing in also requires a code
            that only your phone can show.
          </p>
          <AccountActions>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Set Up
            </Button>
          </AccountActions>
        </>
      )}
      {factor === null && start.data && (
        <SecondFactorForm
          {...start.data}
          onCancel={start.reset}
          onTurnedOn={(recoveryCodes) => {
            showCodes(recoveryCodes);
            start.reset();
          }}
        />
      )}
      <RecoveryCodesModal codes={codesModal.isOpen ? codes : null} onClose={() => setCodes(null)} />
    </AccountSection>
  );
}

interface FactorOnProps {
  factor: NonNullable<Account['secondFactor']>;
  onCodes: (codes: string[]) => void;
}

function FactorOn({ factor, onCodes }: FactorOnProps) {
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const question = useModal('turn-off');
  return (
    <>
      <StatusMark shape="tick" word={`On since ${formatDate(factor.enabledAt)}`} />
      <p>
        You have {factor.recoveryCodesLeft} recovery{' '}
        {factor.recoveryCodesLeft === 1 ? 'code' : 'codes'} left. New codes replace the old ones.
      </p>
      <AccountActions>
        <Button
          variant="default"
          loading={renew.isPending}
          onClick={() =>
            renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })
          }
        >
          New Recovery Codes
        </Button>
        <Button variant="default" onClick={() => question.open()}>
          Turn Off
        </Button>
      </AccountActions>
      <ConfirmModal
        title="Turn Off Two-Factor Sign-In"
        text="After that, your password alone signs you in."
        action="Turn Off"
        opened={question.isOpen}
        onClose={question.close}
        onConfirm={async () => {
          await turnOff.mutateAsync();
          focusContent();
        }}
      />
    </>
  );
}
