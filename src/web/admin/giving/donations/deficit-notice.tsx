import type { Donation } from '#contract/giving/donations.ts';
import { deficitAdvice, deficitParts } from '#core/ledger/deficits.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import classes from '#web/admin/giving/donations/deficit-notice.module.css';

/** How much of a donation is missing, and what can be done about it. */
export function DeficitNotice({ donation }: { donation: Donation }) {
  const missing = formatCents(donation.deficitAmount);
  const parts = deficitParts({
    deficitCents: donation.deficitAmount,
    allocatedCents: sumCents(donation.allocations.map(({ amount }) => amount)),
    spentCents: sumCents(donation.allocations.map(({ spentAmount }) => spentAmount)),
  });
  return (
    <aside className={classes.notice} aria-label="Deficit">
      <p>
        <strong>{`${missing} is missing.`}</strong> {deficitAdvice(parts)}
      </p>
    </aside>
  );
}
