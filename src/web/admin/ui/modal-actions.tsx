import type { ReactNode } from 'react';
import classes from '#web/admin/ui/modal-actions.module.css';

/** The buttons at the end of a wide dialog. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
