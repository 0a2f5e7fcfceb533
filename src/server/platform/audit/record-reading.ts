import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import {
  type AuditSubject,
  type ContactRecord,
  isContactList,
  type Reads,
  rightToRead,
} from '#contract/audit-subjects.ts';
import type { SubjectId } from '#contract/ids.ts';
import { may, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/* Recording who read what an endpoint says that it `reads` of people, and how often. */

/** An action of reading how to reach somebody. */
type Reading = Extract<AuditAction, `contact.${string}`>;

/**
 * Records that somebody has read how to reach people: once an hour for each of them and each list, because screens load
 * again and again, and nobody would find anything in a trail that says so each time.
 */
export async function recordReading(
  trx: Trx,
  actor: TeamMember,
  action: Reading,
  subjectId: AuditSubject,
): Promise<void> {
  const known = await trx
    .selectFrom('auditEntries')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('actor', '=', userActor(actor))
    .where('action', '=', action)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst();
  if (!known) await auditAction(trx, actor, action, subjectId);
}

const opened: Record<ContactRecord, Reading> = {
  deposit: 'contact.deposit_opened',
  donation: 'contact.donation_opened',
  donor: 'contact.donor_opened',
  import: 'contact.import_opened',
  nomination: 'contact.nomination_opened',
  volunteer: 'contact.volunteer_opened',
};

/** Records what a call has shown of people, for a reader whose right shows them that part. */
export async function recordWhatWasRead(
  db: Db,
  actor: TeamMember,
  reads: Reads,
  id: string,
): Promise<void> {
  if (!may(actor, rightToRead(reads))) return;
  const [action, subject]: [Reading, AuditSubject] = isContactList(reads)
    ? ['contact.list_opened', reads]
    : [opened[reads], id as SubjectId];
  await db.transaction().execute((trx) => recordReading(trx, actor, action, subject));
}
