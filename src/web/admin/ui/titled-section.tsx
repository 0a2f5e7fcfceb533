import { type ReactNode, useId } from 'react';
import classes from '#web/admin/ui/titled-section.module.css';

/** A section of a long page with its own heading. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
