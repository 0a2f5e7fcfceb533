import type { ReactNode } from 'react';
import classes from '#web/admin/ui/page-sections.module.css';

/** What an admin page about one thing consists of, one under the other. */
export function PageSections({ children }: { children: ReactNode }) {
  return <div className={`stack gap-6 ${classes.sections}`}>{children}</div>;
}

/** Buttons in a row, as many as fit. */
export function PageActions({ children }: { children: ReactNode }) {
  return <div className="row">{children}</div>;
}
