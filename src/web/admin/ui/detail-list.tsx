import type { ReactNode } from 'react';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import classes from '#web/admin/ui/detail-list.module.css';

/** A list of names and values about one thing. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

interface DetailProps {
  name: string;
  /** Adds a button that copies this text. */
  copy?: string;
  children: ReactNode;
}

export function Detail({ name, copy, children }: DetailProps) {
  return (
    <div className={classes.item}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.value}>{children}</span>
        {copy !== undefined && <CopyButton text={copy} what={name} />}
      </dd>
    </div>
  );
}

/** Who or what the list is about: its first item, as a heading. */
export function DetailHeading({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.heading}>
      <dt>{name}</dt>
      <dd>
        <h3>{children}</h3>
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
  return <p className={classes.text}>{children}</p>;
}
