import { type ReactNode, useId } from 'react';
import classes from '#web/admin/people/account/account-section.module.css';

/** A section of the account page with its own heading. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack lined above-8 start ${classes.section}`} aria-labelledby={id}>
      <h2 className="subtitle" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The actions of a section. */
export function AccountActions({ children }: { children: ReactNode }) {
  return <div className="row">{children}</div>;
}
