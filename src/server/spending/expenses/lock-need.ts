import type { NominationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Locks the need that money is spent on, and reads its balances. 404 for an unknown id. */
export function lockNeed(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select(['isAccepted', 'allocatedCents', 'spentCents', 'isForRunningCosts'])
    .where('nominations.id', '=', nominationId)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
