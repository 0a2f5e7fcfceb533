import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#web/ui/text-button.module.css';

/** A link that matches a `TextButton`. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.text} to={to}>
      {children}
    </Link>
  );
}
