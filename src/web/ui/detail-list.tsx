import type { ReactNode } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import classes from '#web/ui/detail-list.module.css';

/** What is known about one thing, name by name. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

interface DetailProps {
  name: string;
  /** Offers to copy this text. */
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

/** A part of a dialog, under its own heading. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
