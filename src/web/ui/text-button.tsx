import type { ReactNode } from 'react';
import classes from '#web/ui/text-button.module.css';

/** A button that looks like a link. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.text} onClick={onClick}>
      {children}
    </button>
  );
}
