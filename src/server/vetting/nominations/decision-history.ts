import type { NominationId } from '#contract/ids.ts';
import {
  type NominationFlags,
  type NominationStatus,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { userNameOf } from '#server/platform/db/user-names.ts';
import { AppError } from '#server/platform/errors.ts';

/* Whoever decides has seen the decision before. */

/**
 * Throws 409 with what happened unless the nomination has the status that the caller saw: of two people who decide at
 * the same moment, the second one learns of the first. The caller has locked the nomination.
 */
export async function assertStillSeen(
  trx: Trx,
  nomination: NominationFlags & { id: NominationId },
  seen: NominationStatus | undefined,
): Promise<void> {
  const status = nominationStatus(nomination);
  if (seen === undefined || seen === status) return;
  const last = await trx
    .selectFrom('nominationDecisions')
    .select(userNameOf('decidedBy').as('name'))
    .where('nominationId', '=', nomination.id)
    .where('undoneAt', 'is', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const who = last?.name ?? 'Somebody else';
  throw new AppError(
    'decided_meanwhile',
    status === 'pending'
      ? 'Somebody undid the decision meanwhile: this nomination is pending again. Nothing of yours was done. Look at it once more.'
      : `${who} was faster: this nomination is ${status} now. Nothing of yours was done. Look at it once more.`,
  );
}
