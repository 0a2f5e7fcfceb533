import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from '#web/admin/people/account/confirm-identity-modal.module.css';
import { Dialog } from '#web/ui/modal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What will happen, in a sentence. */
  text: ReactNode;
  /** What the button does: "Delete", never "OK". */
  action: string;
  opened: boolean;
  loading: boolean;
  onClose: () => void;
  onConfirm: (event: FormEvent) => void;
  /** Fields that the decision needs. */
  children?: ReactNode;
}

/** Asks before something is done that cannot simply be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  opened,
  loading,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} opened={opened} onClose={onClose} size="narrow">
      <form className={classes.form} noValidate onSubmit={onConfirm}>
        <p>{text}</p>
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="clay" loading={loading}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
