import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from '#web/admin/ui/form-modal.module.css';
import { Modal } from '#web/admin/ui/modal.tsx';

interface FormModalProps {
  title: string;
  /** A sentence that says what will happen. */
  text: ReactNode;
  /** The button's label, which says what it does: "Delete", never "OK". */
  action: string;
  opened: boolean;
  loading: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
  /** The fields, if there are any. */
  children?: ReactNode;
}

/** Asks before an action that is not easily undone, with a few fields or none. */
export function FormModal({ title, opened, onClose, ...question }: FormModalProps) {
  const { text, action, loading, onSubmit, children } = question;
  return (
    <Modal title={title} opened={opened} onClose={onClose} size="narrow">
      <form className={classes.form} noValidate onSubmit={onSubmit}>
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
    </Modal>
  );
}
