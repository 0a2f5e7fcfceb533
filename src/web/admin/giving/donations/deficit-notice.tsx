import type { Donation } from '#contract/giving/donations.ts';
import { type DeficitParts, deficitParts } from '#core/ledger.ts';
import { formatCents, sumCents } from '#core/money.ts';
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
        <strong>{`${missing} is missing.`}</strong> {adviceAbout(parts).join(' ')}
      </p>
    </aside>
  );
}

/** The same as the alert says. */
function adviceAbout({ unspentCents, spentCents, lostCents }: DeficitParts): string[] {
  return [
    ...(unspentCents > 0
      ? [
          `${formatCents(unspentCents)} went back to the donor after it had been allocated. Release allocations below, or move them to another donation.`,
        ]
      : []),
    ...(spentCents > 0
      ? [
          `${formatCents(spentCents)} that went back to the donor had already been spent, so it cannot be released. Move the allocation to another donation for the same cause. If none has money left, it is a loss unless you win a dispute.`,
        ]
      : []),
    ...(lostCents > 0
      ? [
          `${formatCents(lostCents)} more went back to the donor than was donated. There is nothing to release for it: it is a loss unless you win a dispute.`,
        ]
      : []),
  ];
}
