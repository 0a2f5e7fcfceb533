import { convertCents, type Settled } from '#core/ledger/card-costs.ts';
import { AppError } from '#server/platform/errors.ts';

/* What a move of the balance at the provider cost, and which fees can still be booked (decision 0039). */

/** An entry of the operations book: what something cost, in cents of the books, or what came back. */
export interface Cost {
  kind:
    | 'processing_fee'
    | 'fee_correction'
    | 'dispute_fee'
    | 'dispute_fee_returned'
    | 'service_fee';
  amountCents: number;
}

/** A move of our balance at the provider, in its words, and in the smallest unit of the account's currency. */
interface Move {
  type: string;
  category: string;
  feeCents: number;
  netCents: number;
}

/** What the whole move is a cost of the charity's, such as a bill of the provider's. */
const bills = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'];
const corrections = ['fee', 'other_adjustment'];

/**
 * What a move of our balance at the provider cost; null if it cost nothing. Of a payment, a refund, or a dispute, only
 * the fee is a cost: what else moved is in the ledger.
 */
export function costOf(move: Move, settled: Settled): Cost | null {
  const { kind, cents } = rawCost(move);
  const amountCents = convertCents(cents, settled);
  return amountCents === 0 ? null : { kind, amountCents };
}

function rawCost({ type, category, feeCents, netCents }: Move): {
  kind: Cost['kind'];
  cents: number;
} {
  if (bills.includes(type)) return { kind: 'service_fee', cents: netCents };
  if (corrections.includes(category)) return { kind: 'fee_correction', cents: netCents };
  const cents = -feeCents;
  if (category === 'dispute') return { kind: 'dispute_fee', cents };
  if (category === 'dispute_reversal') return { kind: 'dispute_fee_returned', cents };
  return { kind: category === 'charge' ? 'processing_fee' : 'fee_correction', cents };
}

/**
 * Throws 409 if donations have paid what would not be a cost anymore. The totals are kept at the end of a transaction, so
 * they do not have what the same one has booked.
 */
export function assertFeesUnpaid(
  { costs, donated }: { costs: number; donated: number },
  backCents: number,
): void {
  if (backCents <= 0 || donated <= costs - backCents) return;
  throw new AppError(
    'fee_paid_by_donations',
    'Donations for running costs have paid this fee. Undo that expense first.',
  );
}
