import { sql } from 'kysely';
import type { NominationId, UserId } from '#contract/ids.ts';
import { approversOf } from '#server/people/approvals/queries.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* Who is told of an answer, and how often. */

/**
 * Mails that an answer has come to those who work on the nomination. Nobody works on it yet: to the team’s own address,
 * or to everybody who may read it.
 */
export async function tellOfAnswer(
  trx: Trx,
  id: NominationId,
  mailer: Mailer,
  write: (to: string) => Message,
): Promise<void> {
  const readers = await approversOf(trx, 'nominations.read');
  const workers = new Set(await findWorkers(trx, id));
  const working = readers.filter((reader) => workers.has(reader.id));
  const { teamEmail } = mailer.config;
  if (working.length === 0 && (teamEmail !== null || readers.length === 0)) {
    await mailer.enqueueForTeam(trx, write);
    return;
  }
  for (const { email } of working.length > 0 ? working : readers) {
    await mailer.enqueue(trx, write(email));
  }
}

/** Who has asked, checked, recommended, or noted something about a nomination. */
async function findWorkers(trx: Trx, id: NominationId): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select asked_by as user_id from questions where nomination_id = ${id}
    union select changed_by from checklist_points where nomination_id = ${id} and changed_by is not null
    union select reviewer from reviews where nomination_id = ${id}
    union select created_by from nomination_notes where nomination_id = ${id} and removed_at is null`.execute(
    trx,
  );
  return rows.map(({ userId }) => userId);
}
