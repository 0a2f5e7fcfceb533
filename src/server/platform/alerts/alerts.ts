import { sql } from 'kysely';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { alertRaised } from '#server/platform/alerts/emails.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Administrator } from '#server/people/sign-in/sessions.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

interface Alert {
  /** What it is about: while one alert with this key is open, raising it again does nothing. */
  key: string;
  title: string;
  message: string;
  /** Where in the admin area one can do something about it. */
  path: string;
}

/** Shows something to the administrators until it is settled, and mails the team once. */
export async function raiseAlert(trx: Trx, mailer: Mailer, alert: Alert): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('alerts')
    .values({ id: newId(), ...alert })
    .onConflict((conflict) => conflict.column('key').where('settledAt', 'is', null).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  for (const address of await teamAddresses(trx, mailer.config)) {
    await mailer.enqueue(trx, alertRaised(mailer.config, address, alert));
  }
}

/** Takes an alert back because its cause is gone. Does nothing when there is none. */
export async function settleAlert(trx: Trx, key: string, actor = 'system'): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ settledAt: sql<string>`now()`, settledBy: actor })
    .where('key', '=', key)
    .where('settledAt', 'is', null)
    .execute();
}

/** An administrator has looked. Settling an alert again does nothing. */
export function settleAlertById(db: Db, actor: Administrator, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { key, title, settledAt } = await trx
      .selectFrom('alerts')
      .select(['key', 'title', 'settledAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('alert'));
    if (settledAt !== null) return;
    await settleAlert(trx, key, `user:${actor.id}`);
    await recordAudit(trx, {
      actor: `user:${actor.id}`,
      action: 'alert.settled',
      subjectId: id,
      before: { key, title },
    });
  });
}
