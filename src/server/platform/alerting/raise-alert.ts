import { sql } from 'kysely';
import type { AlertId } from '#contract/ids.ts';
import { alertRaised } from '#server/platform/alerting/emails.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* Raising an alert, which administrators are told. */

/** What the administrators are told. */
export interface Alert {
  /** What it is about: while an alert with this key is open, raising it again does nothing. */
  key: string;
  title: string;
  message: string;
  /** The page of the admin area where the problem can be solved. */
  path: string;
}

/** Shows an alert to the administrators until it is settled, and emails the team about it once. */
export async function raiseAlert(trx: Trx, alert: Alert, mailer: Mailer): Promise<void> {
  if (await showAlert(trx, alert)) await mailTeam(trx, alert, mailer);
}

/** Emails the team about an alert. */
export function mailTeam(trx: Trx, alert: Alert, mailer: Mailer): Promise<void> {
  return mailer.enqueueForTeam(trx, (to) => alertRaised(mailer.config, to, alert));
}

/** Shows an alert without an email about it. Returns whether it is new. */
export async function showAlert(trx: Trx, alert: Alert): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('alerts')
    .values({ id: newId<AlertId>(), ...alert })
    .onConflict((conflict) => conflict.column('key').where('settledAt', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Brings the words of an open alert up to date, without an email. Does nothing if there is none. */
export async function rewordAlert(trx: Trx, { key, title, message }: Alert): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ title, message })
    .where('key', '=', key)
    .where('settledAt', 'is', null)
    .execute();
}

/** Settles an alert because its cause is gone. Returns whether there was one. */
export async function settleAlert(trx: Trx, key: string, actor = 'system'): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alerts')
    .set({ settledAt: sql<string>`now()`, settledBy: actor })
    .where('key', '=', key)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
