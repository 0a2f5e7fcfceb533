import { Button } from '@mantine/core';
import classes from '#web/admin/people/account/recovery-codes-modal.module.css';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

/** Shows new recovery codes, the only time that they are visible. */
export function RecoveryCodesModal({
  codes,
  onClose,
}: {
  codes: string[] | null;
  onClose: () => void;
}) {
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
