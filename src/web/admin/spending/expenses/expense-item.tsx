import { Button } from '@mantine/core';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { formatDate } from '#core/dates.ts';
import { receiptKinds } from '#core/receipt-kinds.ts';
import classes from '#web/admin/spending/expenses/expense-item.module.css';
import { Money } from '#web/shared/money.tsx';

/** One expense with its receipts; struck through once it is undone. */
export function ExpenseItem({ expense, onUndo }: { expense: Expense; onUndo: () => void }) {
  const { payee, paidOn, amount, purpose, receiptKind, receiptIds, undoneReason } = expense;
  const isUndone = undoneReason !== null;
  const Text = isUndone ? 's' : 'span';
  return (
    <li className={classes.expense}>
      <div>
        <p className={classes.payee}>
          <Text>{payee}</Text>
        </p>
        <p>
          <Text>{purpose}</Text>
        </p>
        {isUndone ? (
          <p>Undone: {undoneReason}</p>
        ) : (
          <p className={classes.facts}>
            {formatDate(paidOn, 'UTC')}, {receiptKinds[receiptKind]}{' '}
            {receiptIds.map((id, index) => (
              <a key={id} href={originalPath(id)} target="_blank" rel="noreferrer">
                {`Receipt ${index + 1} `}
              </a>
            ))}
          </p>
        )}
      </div>
      <div className={classes.amount}>
        <p>
          <Text>
            <Money cents={amount} />
          </Text>
        </p>
        {!isUndone && (
          <Button
            size="sm"
            variant="subtle"
            color="clay"
            aria-label={`Undo the expense paid to ${payee}`}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}
