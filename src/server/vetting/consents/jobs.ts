import { sql } from 'kysely';
import type { ConsentId, NominationId } from '#contract/ids.ts';
import { consentReminderDays } from '#core/vetting/consent.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hidePage } from '#server/vetting/consents/gate.ts';
import { lockNomination, tellTeam } from '#server/vetting/consents/record-consent.ts';

/* Puts ends of consents into effect, and follows up on those that were asked for. */

const consentEndsQueue: JobQueue = {
  name: 'consent-ends',
  retryLimit: 2,
  // A consent ends at midnight where the charity is, which is some minute of an hour somewhere else.
  cron: '* * * * *',
};

/** Each minute, and at the start: puts ends of consents into effect. */
export const consentEndsWorker = workerOf(
  consentEndsQueue,
  ({ db, mailer }: Pick<Deps, 'db' | 'mailer'>) => followUpConsents(db, mailer),
);

/** Hides what may no longer show, and reminds the team of what ends soon. */
export async function followUpConsents(db: Db, mailer: Mailer): Promise<void> {
  for (const { id, nominationId } of await ending(db, 0).execute()) {
    await db.transaction().execute(async (trx) => {
      await lockNomination(trx, nominationId);
      if (!(await mark(trx, id, nominationId, 'endedAt'))) return;
      await recordAudit(trx, {
        actor: 'system',
        action: 'consent.ended',
        subjectId: nominationId,
      });
      await hidePage(trx, 'system', nominationId);
      await tellTeam(trx, nominationId, 'ended', mailer);
    });
  }
  const soon = ending(db, consentReminderDays).where('remindedAt', 'is', null);
  for (const { id, nominationId } of await soon.execute()) {
    await db.transaction().execute(async (trx) => {
      await lockNomination(trx, nominationId);
      if (!(await mark(trx, id, nominationId, 'remindedAt'))) return;
      await tellTeam(trx, nominationId, 'ending', mailer);
    });
  }
}

/** The consents that count and end within so many days. */
function ending(db: Db, days: number) {
  return db
    .selectFrom('consents')
    .select(['consents.id', 'nominationId'])
    .where('endsAt', '<=', sql<string>`now() + make_interval(days => ${days})`)
    .where('answer', '=', 'given')
    .where('withdrawnAt', 'is', null)
    .where('endedAt', 'is', null)
    .where(isLastSql);
}

const isLastSql = sql<boolean>`not exists (select from consents as later
  where later.nomination_id = consents.nomination_id and later.position > consents.position)`;

/** Looked at again behind the lock: the nominee may have answered meanwhile, or another process been faster. */
async function mark(
  trx: Db,
  id: ConsentId,
  nominationId: NominationId,
  column: 'endedAt' | 'remindedAt',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('consents')
    .set({ [column]: sql<string>`now()` })
    .where('id', '=', id)
    .where('nominationId', '=', nominationId)
    .where(column, 'is', null)
    .where('withdrawnAt', 'is', null)
    .where(isLastSql)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
