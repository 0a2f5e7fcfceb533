import { Button } from '@mantine/core';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { useMay } from '#web/admin/client/session.ts';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import classes from '#web/admin/spending/expenses/expense-item.module.css';
import { Money } from '#web/shared/money.tsx';

interface ExpenseItemProps {
  expense: Expense;
  receipts: StoredFile[];
  /** Null for whoever may not spend money. */
  acts: { onCorrect: () => void; onUndo: () => void } | null;
  /** Null where nothing can be recorded. */
  onAgain: (() => void) | null;
}

/** One expense with its receipts, and what can be done about it; struck through once it is undone. */
export function ExpenseItem({ expense, receipts, acts, onAgain }: ExpenseItemProps) {
  const { payee, paidOn, amount, purpose, receiptKind, paysCardCosts, undoneReason } = expense;
  const mayReadFiles = useMay('files.read');
  const isUndone = undoneReason !== null;
  const Text = isUndone ? 's' : 'span';
  return (
    <li className={`grid lined gap-5 gap-y-1 pad-y-4 ${classes.expense}`}>
      <div>
        <p className="strong">
          <Text>{payee}</Text>
        </p>
        <p>
          <Text>{purpose}</Text>
        </p>
        {isUndone ? (
          <p>Undone: {undoneReason}</p>
        ) : (
          <>
            <p className="soft smaller">
              {formatDay(paidOn)}, {receiptKinds[receiptKind]}
              {paysCardCosts && ', pays card costs'}
            </p>
            {mayReadFiles ? (
              <div className="tiles gap-5 gap-y-2 above-2">
                {receipts.map((file) => (
                  <FileLabel key={file.id} file={file} isLink />
                ))}
              </div>
            ) : (
              <p className="soft">{describeHidden(expense.receiptIds.length)}</p>
            )}
          </>
        )}
      </div>
      <div className="right">
        <p>
          <Text>
            <Money cents={amount} />
          </Text>
        </p>
        {!isUndone && acts && (
          <>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Correct the expense paid to ${payee}`}
              onClick={acts.onCorrect}
            >
              Correct
            </Button>
            <Button
              size="sm"
              variant="subtle"
              color="clay"
              aria-label={`Undo the expense paid to ${payee}`}
              onClick={acts.onUndo}
            >
              Undo
            </Button>
          </>
        )}
        {isUndone && onAgain && (
          <Button
            size="sm"
            variant="subtle"
            aria-label={`Record the expense paid to ${payee} again`}
            onClick={onAgain}
          >
            Record Again
          </Button>
        )}
      </div>
    </li>
  );
}

/** For whoever may not open receipts: how many there are. */
function describeHidden(count: number): string {
  if (count === 0) return 'No receipt yet';
  return countOf(count, 'receipt, hidden', 'receipts, hidden');
}
