import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { countInWords } from '#core/platform/counts.ts';
import { undoMinutes } from '#core/vetting/decision-reasons.ts';
import {
  type NominationStatus,
  nominationActions,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/* Until when a nomination can be checked. */

/** A nomination as far as checking it goes. */
export interface VettedNomination {
  reference: string;
  status: NominationStatus;
  goalCents: number | null;
  neededCents: number | null;
  /** Its rejection can still be undone, after which it would be accepted again, as it was checked then. */
  mayBeAcceptedAgain: boolean;
}

/** Locks a nomination, so that nobody decides about it meanwhile. 404 for an unknown id. */
export async function lockNomination(trx: Trx, id: NominationId): Promise<VettedNomination> {
  await trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  // After the lock, because somebody may have decided meanwhile.
  return findNomination(trx, id);
}

/** The same without a lock. */
export async function findNomination(db: Db, id: NominationId): Promise<VettedNomination> {
  const { isAccepted, isRejected, isCompleted, ...rest } = await db
    .selectFrom('nominations')
    .select([
      'reference',
      'isAccepted',
      'isRejected',
      'isCompleted',
      'goalCents',
      'neededCents',
      // Not the start of this transaction, which may have waited.
      sql<boolean>`coalesce((
        select status_before = 'accepted' and mail_left_at is null and undoable_until > clock_timestamp()
        from nomination_decisions
        where nomination_id = nominations.id and undone_at is null
        order by position desc limit 1), false)`.as('wasJustAccepted'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const status = nominationStatus({ isAccepted, isRejected, isCompleted });
  const { wasJustAccepted, ...nomination } = rest;
  return { ...nomination, status, mayBeAcceptedAgain: status === 'rejected' && wasJustAccepted };
}

/** Whether somebody can still find something out that counts: the nomination could be accepted. */
export function isOpenForChecks({ status, mayBeAcceptedAgain }: VettedNomination): boolean {
  return nominationActions(status).includes('accept') && !mayBeAcceptedAgain;
}

/** Throws 409 unless {@link isOpenForChecks}. */
export function assertOpenForChecks(nomination: VettedNomination): void {
  if (isOpenForChecks(nomination)) return;
  throw new AppError(
    'nomination_decided',
    nomination.mayBeAcceptedAgain
      ? `This rejection can still be undone. Wait until its ${countInWords(undoMinutes, 'minute')} are over.`
      : `This nomination is ${nomination.status}, so its check is over.`,
  );
}
