import type { NominationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Time is for nominations that were accepted; for the charity as a whole without one. */
export async function demandNeed(trx: Trx, id: NominationId | null): Promise<void> {
  if (id === null) return;
  const { isAccepted } = await trx
    .selectFrom('nominations')
    .select('isAccepted')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (isAccepted) return;
  const message = 'Choose a nomination that was accepted';
  throw new AppError('nomination_not_accepted', `${message}.`, { nominationId: message });
}
