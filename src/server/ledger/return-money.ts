import { type RawBuilder, sql } from 'kysely';
import type { DonationId } from '#contract/ids.ts';
import type { LineReturn } from '#core/giving/deposits.ts';
import { moves } from '#core/ledger/ledger.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { changeSpentBefore } from '#server/ledger/spent-before.ts';
import type { Trx } from '#server/platform/db/schema.ts';

interface Return {
  donationId: DonationId;
  amountCents: number;
  actor: string;
  source: string;
  reason?: string;
}

/**
 * Books money that left a donation for good, or that came back. It cannot be refused, because it has already
 * happened: if the money is allocated, the donation gets a deficit, and the caller reports it
 * (`src/server/giving/deficits/commands.ts`). The caller has locked the donation.
 */
export async function returnMoney(
  trx: Trx,
  kind: 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal' | LineReturn,
  move: Return,
): Promise<void> {
  // Of a payment, other money than the donation may have gone back.
  if (move.amountCents === 0) return;
  const isLeaving = moves[kind].to === 'outside';
  // What went back to the donor was not spent before.
  if (isLeaving) await changeSpentBefore(trx, 'spent_before_reversal', move);
  await recordMove(trx, kind, move);
  const cents = isLeaving ? move.amountCents : -move.amountCents;
  await trx
    .updateTable('donations')
    .set((row) => ({
      returnedCents: row('returnedCents', '+', cents),
      deficitCents: deficitAfter(cents),
    }))
    .where('id', '=', move.donationId)
    .execute();
  if (!isLeaving) await changeSpentBefore(trx, 'spent_before', move);
}

/** The deficit of a donation after its returned or allocated cents have changed by these amounts. */
export function deficitAfter(cents: number): RawBuilder<number> {
  return sql<number>`greatest(0, allocated_cents + returned_cents + spent_before_cents + ${cents}::bigint - amount_cents)`;
}
