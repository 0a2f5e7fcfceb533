import { Link } from 'react-router';
import type { Gift } from '#contract/publishing/donation-page.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import { proofKinds } from '#core/proof-kinds.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/impact.module.css';
import { Money } from '#web/shared/money.tsx';
import { ReceiptList } from '#web/site/publishing/needs/receipt-list.tsx';

/** What was paid with a gift, need by need, with the receipts. */
export function GiftPaymentsTable({ shares }: Pick<Gift, 'shares'>) {
  const paid = shares.filter(({ payments }) => payments.length > 0);
  if (paid.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>What it paid for</h2>
      {paid.map(({ needId, name, payments }) => (
        <div key={needId}>
          <h3>{needId === null ? name : <Link to={paths.need(needId)}>{name}</Link>}</h3>
          <ol className={classes.payments}>
            {payments.map(({ id, paidOn, payee, purpose, proof, share, amount, receipts }) => (
              <li key={id}>
                <div className={classes.payment}>
                  <strong>{payee}</strong>
                  <strong>
                    <Money cents={share} />
                  </strong>
                </div>
                <p>{purpose}</p>
                <p className="soft">
                  {`${formatDate(paidOn, 'UTC')}, ${share === amount ? 'all from your gift' : `your part of ${formatCents(amount)}`}, proof: ${proofKinds[proof]}`}
                </p>
                <ReceiptList receipts={receipts} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      <p className="soft">
        Which gift paid for what follows one rule: the oldest allocation is spent first.
      </p>
    </section>
  );
}
