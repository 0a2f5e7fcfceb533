import type { DonationId } from '#contract/ids.ts';
import { availableCents } from '#core/ledger/ledger.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* The balances and entries of what was spent before an import. */

interface Return {
  donationId: DonationId;
  amountCents: number;
  actor: string;
  source: string;
  reason?: string;
}

/**
 * Money of an imported donation that goes back to the donor first takes what is available, and the rest of it was not
 * spent before after all; if it comes back, it is spent before again. So nothing that others gave is missing, and the
 * comparison with the bank shows what the charity paid out of other money. The caller has locked the donation.
 */
export async function changeSpentBefore(
  trx: Trx,
  kind: 'spent_before' | 'spent_before_reversal',
  move: Return,
): Promise<void> {
  const donation = await trx
    .selectFrom('donations')
    .select(['source', 'amountCents', 'returnedCents', 'allocatedCents', 'spentBeforeCents'])
    .where('id', '=', move.donationId)
    .executeTakeFirstOrThrow();
  if (donation.source !== 'import') return;
  const isAgain = kind === 'spent_before';
  const amountCents = isAgain
    ? Math.min(
        move.amountCents,
        availableCents(donation),
        await unspentByReturns(trx, move.donationId, donation.spentBeforeCents),
      )
    : Math.min(Math.max(0, move.amountCents - availableCents(donation)), donation.spentBeforeCents);
  if (amountCents === 0) return;
  await moveSpentBefore(trx, kind, { ...move, amountCents });
}

/** Moves cents into the place of what was spent before, or out of it. */
export async function moveSpentBefore(
  trx: Trx,
  kind: 'spent_before' | 'spent_before_reversal',
  move: Return,
): Promise<void> {
  const cents = kind === 'spent_before' ? move.amountCents : -move.amountCents;
  await recordMove(trx, kind, move);
  await trx
    .updateTable('donations')
    .set((row) => ({ spentBeforeCents: row('spentBeforeCents', '+', cents) }))
    .where('id', '=', move.donationId)
    .execute();
}

/** What was spent before when the donation was imported, and went back to the donor since. */
async function unspentByReturns(trx: Trx, donationId: DonationId, now: number): Promise<number> {
  const first = await trx
    .selectFrom('ledgerEntries')
    .select('amountCents')
    .where('donationId', '=', donationId)
    .where('kind', '=', 'spent_before')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return (first?.amountCents ?? 0) - now;
}
