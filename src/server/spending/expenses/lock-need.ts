import type { NominationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

export function lockNeed(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select(['isAccepted', 'allocatedCents', 'spentCents', 'isForRunningCosts'])
    .where('nominations.id', '=', nominationId)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
