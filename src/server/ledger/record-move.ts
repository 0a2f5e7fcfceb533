import type {
  AllocationId,
  DonationId,
  ExpenseId,
  LedgerEntryId,
  NominationId,
} from '#contract/ids.ts';
import { type MoveKind, moves } from '#core/ledger/ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* Writes a ledger entry. */

interface Move {
  donationId: DonationId;
  amountCents: number;
  /** The nomination of an allocation or release, or whose money is spent. */
  allocation?: { id: AllocationId; nominationId: NominationId };
  /** The expense that allocated money is spent on. */
  expenseId?: ExpenseId;
  /** 'user:<id>', 'provider:<name>', or 'system'. */
  actor: string;
  /** The provider's event or the kind of call that caused it. */
  source: string;
  reason?: string;
}

/**
 * Writes one ledger entry. The caller changes the balances in the same transaction; `check-ledger` proves that
 * both agree.
 */
export function recordMove(trx: Trx, kind: MoveKind, move: Move): Promise<void> {
  return recordMoves(trx, kind, [move]);
}

/** Writes a ledger entry for each of several moves of one kind; at least one. */
export async function recordMoves(trx: Trx, kind: MoveKind, several: Move[]): Promise<void> {
  const { from, to } = moves[kind];
  await trx
    .insertInto('ledgerEntries')
    .values(
      several.map((move) => ({
        id: newId<LedgerEntryId>(),
        kind,
        donationId: move.donationId,
        fromPlace: from,
        toPlace: to,
        nominationId: move.allocation?.nominationId ?? null,
        allocationId: move.allocation?.id ?? null,
        expenseId: move.expenseId ?? null,
        amountCents: move.amountCents,
        actor: move.actor,
        source: move.source,
        ...(move.reason !== undefined && { reason: move.reason }),
      })),
    )
    .execute();
}
