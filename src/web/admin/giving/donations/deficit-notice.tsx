import type { Donation } from '#contract/giving/donations.ts';
import { formatCents } from '#core/money.ts';
import classes from '#web/admin/giving/donations/deficit-notice.module.css';

/** How much of a donation is missing, and the two ways to fix that. */
export function DeficitNotice({ donation }: { donation: Donation }) {
  const missing = formatCents(donation.deficitAmount);
  return (
    <aside className={classes.notice} aria-label="Deficit">
      <p>
        <strong>{`${missing} is missing.`}</strong>{' '}
        {donation.allocations.length > 0
          ? 'Part of this donation went back to the donor after it had been allocated. Release allocations below, or move them to another donation.'
          : 'More money went back to the donor than was donated. There is nothing to release: this is a loss unless you win a dispute.'}
      </p>
    </aside>
  );
}
