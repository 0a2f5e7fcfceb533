import type { NominationId } from '#contract/ids.ts';
import { isClosedByErasure } from '#core/vetting/nomination-status.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Locks a nomination that somebody decides about. 404 for an unknown id, 409 once its personal data was erased. */
export async function lockNomination(trx: Trx, id: NominationId) {
  const nomination = await trx
    .selectFrom('nominations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (isClosedByErasure(nomination)) {
    throw new AppError(
      'nomination_erased',
      'The personal data of this nomination was erased, so nobody can decide about it anymore.',
    );
  }
  return nomination;
}
