import type { ReactNode } from 'react';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import classes from '#web/admin/ui/detail-list.module.css';

/** What there is about a name: a text or the like, or also what a button beside it copies. */
export type DetailRow = ReactNode | { copied: string | null; shown?: ReactNode };

interface DetailListProps {
  /** Who or what the list is about: its first item, as a heading. */
  heading?: Record<string, ReactNode>;
  /** By name. What is false or null is left out. */
  rows?: Record<string, DetailRow>;
  children?: ReactNode;
}

/** A list of names and values about one thing. */
export function DetailList({ heading = {}, rows = {}, children }: DetailListProps) {
  return (
    <dl>
      {Object.entries(heading).map(([name, shown]) => (
        <div key={name} className="below-3">
          <dt className="soft small">{name}</dt>
          <dd className="anywhere">
            <h3 className={classes.title}>{shown}</h3>
          </dd>
        </div>
      ))}
      {children}
      {Object.entries(rows).map(([name, row]) => {
        const { copied, shown = copied } = isCopied(row) ? row : { copied: null, shown: row };
        if (shown === false || shown === null || shown === undefined) return null;
        return (
          <Detail key={name} name={name} copied={copied}>
            {shown}
          </Detail>
        );
      })}
    </dl>
  );
}

function isCopied(row: DetailRow): row is Exclude<DetailRow, ReactNode> {
  return typeof row === 'object' && row !== null && 'copied' in row;
}

interface DetailProps {
  name: string;
  copied?: string | null;
  children: ReactNode;
}

/** One of them, where a name can be there twice. */
export function Detail({ name, copied = null, children }: DetailProps) {
  return (
    <div className={`grid gap-3 gap-y-0 baseline ${classes.item}`}>
      <dt className="soft small">{name}</dt>
      <dd className="row unwrapped gap-1 center shrink">
        <span className="as-typed shrink">{children}</span>
        {copied !== null && <CopyButton text={copied} what={name} />}
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
