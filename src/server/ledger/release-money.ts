import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { deficitAfter } from '#server/ledger/return-money.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* The balances and entries of a release. */

/**
 * The source of releases made because a need was met, or did not work out, with money left. It distinguishes them
 * from corrections of mistakes.
 */
export const leftoversSource = 'release leftovers';

interface Release {
  /** The allocation. */
  id: AllocationId;
  donationId: DonationId;
  nominationId: NominationId;
  amountCents: number;
  actor: string;
  source: string;
  reason: string;
}

/**
 * Moves cents of an allocation back to its donation. The caller has locked the donation, then the nomination, and
 * settles a deficit that this may end (`src/server/giving/deficits/commands.ts`).
 */
export async function releaseMoney(trx: Trx, release: Release): Promise<void> {
  const { id, donationId, nominationId, amountCents, ...why } = release;
  await recordMove(trx, 'release', {
    ...why,
    donationId,
    amountCents,
    allocation: { id, nominationId },
  });
  await trx
    .updateTable('allocations')
    .set((row) => ({ amountCents: row('amountCents', '-', amountCents) }))
    .where('id', '=', id)
    .execute();
  await changeBalances(trx, donationId, nominationId, -amountCents);
}

/**
 * Changes both guarded balances in one statement; the database's own checks reject what does not add up. Only a release may change
 * the deficit: an allocation that does not fit violates the constraint instead.
 */
export async function changeBalances(
  trx: Trx,
  donationId: DonationId,
  nominationId: NominationId,
  cents: number,
): Promise<void> {
  await trx
    .with('donation', (query) =>
      query
        .updateTable('donations')
        .set((row) => ({
          allocatedCents: row('allocatedCents', '+', cents),
          ...(cents < 0 && { deficitCents: deficitAfter(cents) }),
        }))
        .where('id', '=', donationId),
    )
    .updateTable('nominations')
    .set((row) => ({ allocatedCents: row('allocatedCents', '+', cents) }))
    .where('id', '=', nominationId)
    .execute();
}
