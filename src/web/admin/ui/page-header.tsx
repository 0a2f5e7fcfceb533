import type { ReactNode } from 'react';
import classes from '#web/admin/ui/page-header.module.css';

/** The title of an admin page, and its actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </header>
  );
}

/** A sentence under the title that says what the page is about. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>;
}
