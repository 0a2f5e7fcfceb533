import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PasskeysSection } from '#web/admin/people/account/passkeys-section.tsx';
import { SecondFactorSection } from '#web/admin/people/account/second-factor-section.tsx';
import classes from '#web/admin/people/account/second-factors.module.css';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Sets up and removes the app and passkeys, and shows the recovery codes that come with the first of them. */
export function SecondFactors({ onCodesSaved }: { onCodesSaved?: () => void }) {
  const { data: account } = useEndpoint(endpoints.getAccount);
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
  const wereShown = useRef(false);
  const follow = useEffectEvent((isOpen: boolean) => {
    if (isOpen) {
      wereShown.current = true;
    } else if (wereShown.current) {
      wereShown.current = false;
      onCodesSaved?.();
    }
  });
  // Once the dialog has left the address: what follows may be another page.
  useEffect(() => follow(codesModal.isOpen), [codesModal.isOpen]);
  return (
    <>
      <SecondFactorSection account={account} onCodes={showCodes} />
      <PasskeysSection account={account} onCodes={showCodes} />
      <RecoveryCodesModal codes={codesModal.isOpen ? codes : null} onClose={() => setCodes(null)} />
    </>
  );
}

/** Shows new recovery codes, the only time that they are visible. */
function RecoveryCodesModal({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const shown = useLastValue(codes) ?? [];
  return (
    <Modal title="Your Recovery Codes" opened={codes !== null} onClose={onClose}>
      <p>
        Each of these codes signs you in once when you do not have your phone. Keep them in a
        different place than your phone. <strong>You cannot see them again later.</strong>
      </p>
      <ul className={`list grid above-5 ${classes.codes}`} aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ModalActions>
        <Button onClick={onClose}>I Have Saved Them</Button>
        <CopyButton text={shown.join('\n')} what="all codes" />
      </ModalActions>
    </Modal>
  );
}
