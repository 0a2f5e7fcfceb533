import type { ReactNode } from 'react';
import classes from '#web/admin/ui/modal-actions.module.css';

/** The buttons of a dialog, in a bar at its lower edge. The main one comes first. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className={`row lined ${classes.actions}`}>{children}</div>;
}
