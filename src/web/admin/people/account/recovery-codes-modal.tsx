import { Button } from '@mantine/core';
import classes from '#web/styles/account.module.css';
import adminClasses from '#web/styles/admin.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';

/** Shows recovery codes, this once. */
export function RecoveryCodesModal({
  codes,
  onClose,
}: {
  codes: string[] | null;
  onClose: () => void;
}) {
  const shown = useLastValue(codes) ?? [];
  return (
    <Dialog title="Your Recovery Codes" opened={codes !== null} onClose={onClose}>
      <p>
        Each of these signs you in once, in place of a code, when you do not have your phone. Keep
        them where your phone is not. <strong>They are shown only now.</strong>
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={adminClasses.modalActions}>
        <Button onClick={onClose}>I Have Kept Them</Button>
        <CopyButton text={shown.join('\n')} what="all codes" />
      </div>
    </Dialog>
  );
}
