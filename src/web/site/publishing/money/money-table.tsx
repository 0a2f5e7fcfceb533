import type { ReactNode } from 'react';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/publishing/money/money-table.module.css';

interface MoneyTableProps {
  /** What the table is about, for screen readers. */
  label: string;
  rows: ReadonlyArray<{ name: string; cents: number; content?: ReactNode }>;
  total: { name: string; cents: number };
}

/** A column of amounts that add up to the last one. */
export function MoneyTable({ label, rows, total }: MoneyTableProps) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cents, content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may share a name, and rows do not move
          <tr key={index}>
            <th scope="row">{content ?? name}</th>
            <td>
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.name}</th>
          <td>
            <Money cents={total.cents} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
