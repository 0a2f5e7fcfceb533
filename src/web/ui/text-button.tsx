import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#web/ui/text-button.module.css';

/** A button that looks like a link. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.text} onClick={onClick}>
      {children}
    </button>
  );
}

/** A link that matches a {@link TextButton}. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.text} to={to}>
      {children}
    </Link>
  );
}
