import { sql } from 'kysely';
import type { AuditAction } from '#core/audit.ts';
import type { Right } from '#core/rights.ts';
import { may, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

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
  subjectId: string,
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

/** Reads something with contact data, and records it for a reader whose right shows them that part. */
export async function reading<Result>(
  db: Db,
  actor: TeamMember,
  right: Right,
  [action, subjectId]: [Reading, string],
  read: () => Promise<Result>,
): Promise<Result> {
  const result = await read();
  if (may(actor, right)) {
    await db.transaction().execute((trx) => recordReading(trx, actor, action, subjectId));
  }
  return result;
}
