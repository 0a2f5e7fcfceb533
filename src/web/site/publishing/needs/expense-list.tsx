import type { ReactNode } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { PublicReceipt } from '#contract/publishing/needs.ts';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/publishing/needs/expense-list.module.css';
import { ReceiptList } from '#web/site/publishing/needs/receipt-list.tsx';

/** Expenses with their receipts, as everybody sees them. */
export function ExpenseList({ children }: { children: ReactNode }) {
  return <ol className={`list ${classes.list}`}>{children}</ol>;
}

interface ExpenseItemProps {
  needId: NominationId;
  /** Who was paid, as a heading of the right level. */
  payee: ReactNode;
  cents: number;
  purpose: string;
  /** When it was paid, and what proves it. */
  facts: string;
  receipts: PublicReceipt[];
  /** Whether these are all of its receipts. */
  isProven: boolean;
}

/** One expense with its receipts. */
export function ExpenseItem({
  needId,
  payee,
  cents,
  purpose,
  facts,
  receipts,
  isProven,
}: ExpenseItemProps) {
  return (
    <li>
      <div className="row gap-6 gap-y-1 between">
        {payee}
        <strong>
          <Money cents={cents} />
        </strong>
      </div>
      <p>{purpose}</p>
      <p className="soft">{facts}</p>
      <ReceiptList needId={needId} receipts={receipts} />
      {receipts.length > 0 && !isProven && (
        <p className="soft">We have more receipts of this, but have not published them yet.</p>
      )}
    </li>
  );
}
