import { sql } from 'kysely';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/**
 * Locks the chains of ledger entries (`migrations/0018_ledger_hash.sql`) of several donations. Each entry locks the
 * chain of its donation by itself; what writes entries of more than one calls this first, behind its locks on
 * donations and the nomination. Chains come before balances everywhere, because a change of a balance locks the
 * totals of the cause: so nothing waits for something that waits for it.
 */
export async function lockChains(trx: Trx, donationIds: DonationId[]): Promise<void> {
  await sql`select lock_ledger_chains(${donationIds}::uuid[])`.execute(trx);
}

/** Locks the chains of all donations that a nomination has money of. The caller has locked the nomination. */
export async function lockChainsOf(trx: Trx, nominationId: NominationId): Promise<void> {
  const allocations = await trx
    .selectFrom('allocations')
    .select('donationId')
    .distinct()
    .where('nominationId', '=', nominationId)
    .where('amountCents', '>', 0)
    .execute();
  await lockChains(
    trx,
    allocations.map(({ donationId }) => donationId),
  );
}
