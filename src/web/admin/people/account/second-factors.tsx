import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PasskeysSection } from '#web/admin/people/account/passkeys-section.tsx';
import { RecoveryCodesModal } from '#web/admin/people/account/recovery-codes-modal.tsx';
import { SecondFactorSection } from '#web/admin/people/account/second-factor-section.tsx';
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
