import type { ReactNode } from 'react';
import classes from '#web/ui/page-header.module.css';

/** The title of an admin page, and what can be done with all of it. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </header>
  );
}
