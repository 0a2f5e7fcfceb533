import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import {
  type NominationStatus,
  nominationStatus,
  statusAfter,
} from '#core/vetting/nomination-status.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/* What is true about a nomination when it is decided, and what its nominator knows. */

/** Everything that a mail about a decision says, and that an administrator is warned about. Amounts in cents. */
export interface DecisionFacts {
  id: NominationId;
  reference: string;
  nominee: string;
  cause: string;
  firstName: string;
  email: string;
  allocatedCents: number;
  spentCents: number;
  /** The part of what was spent whose receipts everyone can see. */
  provenCents: number;
  /** Whether money was ever allocated, even if it was released since. */
  hadMoney: boolean;
  /** Whether money may be allocated as far as the consent of the nominee is concerned. */
  isAllowed: boolean;
  /** Whether everyone can open its public page. */
  isPagePublished: boolean;
  /** Whether the public page tells, in the last update about an end, that the help did not work out. */
  didNotWorkOut: boolean;
  /** The status that the nominator knows of; null if we cannot be sure which of two mails arrived. */
  knownStatus: NominationStatus | null;
}

/** Whether the public page of the nomination of a row is published, and nothing else hides it. */
export const isPagePublishedSql = sql<boolean>`exists (select from public_pages
  where nomination_id = nominations.id and is_visible)`;

/**
 * Whether the public page of the nomination of a row tells, in the last update about an end, that the help did not
 * work out. The state of the page does not say so anymore once the nomination is completed.
 */
export const didNotWorkOutSql = sql<boolean>`${isPagePublishedSql} and coalesce((
  select kind = 'did_not_work_out' from updates
  where nomination_id = nominations.id and published_at is not null and kind <> 'progress'
  order by published_at desc, updates.id desc limit 1), false)`;

/** The facts of this moment. 404 for an unknown id. */
export async function findDecisionFacts(db: Db, id: NominationId): Promise<DecisionFacts> {
  const { isAccepted, isRejected, isCompleted, ...facts } = await db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select([
      'nominations.id',
      'reference',
      'nominee',
      'causes.name as cause',
      'firstName',
      'email',
      'allocatedCents',
      'spentCents',
      'isAccepted',
      'isRejected',
      'isCompleted',
      sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from expenses
        where nomination_id = nominations.id and is_proven and undone_at is null)`.as(
        'provenCents',
      ),
      sql<boolean>`exists (select from allocations where nomination_id = nominations.id)`.as(
        'hadMoney',
      ),
      sql<boolean>`allows_use(consent_said)`.as('isAllowed'),
      isPagePublishedSql.as('isPagePublished'),
      didNotWorkOutSql.as('didNotWorkOut'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const current = nominationStatus({ isAccepted, isRejected, isCompleted });
  return { ...facts, knownStatus: await findKnownStatus(db, id, current) };
}

/**
 * The status that the nominator was told, when, and in which words; `since` is null if nobody noted it. A decision counts
 * from the moment at which its mail leaves; until then it can be undone. 404 for an unknown id.
 */
export async function findToldStatus(
  db: Db,
  id: NominationId,
): Promise<{
  status: NominationStatus;
  since: string | null;
  reason: string | null;
  hasLetter: boolean;
}> {
  const nomination = await db
    .selectFrom('nominations')
    .select(['isAccepted', 'isRejected', 'isCompleted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const decisions = await findDecisions(db, id);
  // Of a mail that was withdrawn after a try that failed, we cannot be sure.
  const told = decisions.findLast(
    ({ mailId, mailLeftAt }) => mailId !== null && mailLeftAt !== null,
  );
  if (told) {
    const { action, mailLeftAt, reason, letter } = told;
    return { status: statusAfter[action], since: mailLeftAt, reason, hasLetter: letter !== null };
  }
  const status = decisions[0]?.statusBefore ?? nominationStatus(nomination);
  return { status, since: null, reason: null, hasLetter: false };
}

/** The nominator knows what the last mail that left said, and before that, the status before the first decision. */
async function findKnownStatus(
  db: Db,
  id: NominationId,
  current: NominationStatus,
): Promise<NominationStatus | null> {
  const decisions = await findDecisions(db, id);
  const told = decisions.findLast(({ mailLeftAt }) => mailLeftAt !== null);
  if (told === undefined) return decisions[0]?.statusBefore ?? current;
  // Withdrawn after a try that failed: it may have arrived nevertheless.
  return told.mailId === null ? null : statusAfter[told.action];
}

function findDecisions(db: Db, id: NominationId) {
  return db
    .selectFrom('nominationDecisions')
    .select(['action', 'statusBefore', 'mailId', 'mailLeftAt', 'reason', 'letter'])
    .where('nominationId', '=', id)
    .orderBy('position')
    .execute();
}
