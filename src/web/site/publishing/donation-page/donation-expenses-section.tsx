import type { DonationPage as DonationView } from '#contract/publishing/donation-page.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { paths } from '#web/client/paths.ts';
import { ExpenseItem, ExpenseList } from '#web/site/publishing/needs/expense-list.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';

/** The expenses that a donation paid for, by need, with the receipts. */
export function DonationExpensesSection({ shares }: Pick<DonationView, 'shares'>) {
  // What was bought for a need is shown once the need is.
  const paid = shares.flatMap(({ needId, ...share }) =>
    needId === null || share.expenses.length === 0 ? [] : [{ ...share, needId }],
  );
  if (paid.length === 0) return null;
  return (
    <ContentSection title="What it paid for">
      {paid.map(({ needId, name, expenses }) => (
        <div key={needId} className="below-8">
          <h3 className="below-3">
            <a href={paths.need(needId)}>{name}</a>
          </h3>
          <ExpenseList>
            {expenses.map(
              ({ id, paidOn, payee, purpose, receiptKind, share, amount, receipts, isProven }) => (
                <ExpenseItem
                  key={id}
                  needId={needId}
                  payee={<strong>{payee}</strong>}
                  cents={share}
                  purpose={purpose}
                  facts={`${formatDay(paidOn)}, ${share === amount ? 'all from your donation' : `your part of ${formatCents(amount)}`}, proof: ${receiptKinds[receiptKind]}`}
                  receipts={receipts}
                  isProven={isProven}
                />
              ),
            )}
          </ExpenseList>
        </div>
      ))}
      <p className="soft">
        One rule decides which donation pays for what: the oldest allocation is spent first.
      </p>
    </ContentSection>
  );
}
