import type { ReactNode } from 'react';
import classes from '#web/ui/note.module.css';

/** Something that the person should know, set off from the text. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note} role="status">
      {children}
    </p>
  );
}
