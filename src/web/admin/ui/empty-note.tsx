import type { ReactNode } from 'react';
import classes from '#web/admin/ui/empty-note.module.css';

/** Says below the buttons of a section that there is nothing in it yet. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
