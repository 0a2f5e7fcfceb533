import type { ReactNode } from 'react';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import classes from '#web/admin/ui/detail-list.module.css';

/** A list of names and values about one thing. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl>{children}</dl>;
}

interface DetailProps {
  name: string;
  /** Adds a button that copies this text. */
  copy?: string;
  children: ReactNode;
}

export function Detail({ name, copy, children }: DetailProps) {
  return (
    <div className={`grid gap-3 gap-y-0 baseline ${classes.item}`}>
      <dt className="soft small">{name}</dt>
      <dd className="row unwrapped gap-1 center shrink">
        <span className="as-typed shrink">{children}</span>
        {copy !== undefined && <CopyButton text={copy} what={name} />}
      </dd>
    </div>
  );
}

/** Who or what the list is about: its first item, as a heading. */
export function DetailHeading({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="below-3">
      <dt className="soft small">{name}</dt>
      <dd className="anywhere">
        <h3 className={classes.title}>{children}</h3>
      </dd>
    </div>
  );
}

/** A section of a dialog with its own heading. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A text with the line breaks that its author typed. */
export function DetailText({ children }: { children: ReactNode }) {
  return <p className="as-typed">{children}</p>;
}
