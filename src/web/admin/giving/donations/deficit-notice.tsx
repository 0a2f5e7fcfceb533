import type { Donation } from '#contract/giving/donations.ts';
import { deficitAdvice, deficitParts } from '#core/ledger/deficits.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';

/** How much of a donation is missing, and what can be done about it. */
export function DeficitNotice({ donation }: { donation: Donation }) {
  const missing = formatCents(donation.deficitAmount);
  const parts = deficitParts({
    deficitCents: donation.deficitAmount,
    allocatedCents: sumCents(donation.allocations.map(({ amount }) => amount)),
    spentCents: sumCents(donation.allocations.map(({ spentAmount }) => spentAmount)),
  });
  return (
    <aside className="alarm below-5" aria-label="Deficit">
      <p>
        <strong>{`${missing} is missing.`}</strong> {deficitAdvice(parts)}
      </p>
    </aside>
  );
}
