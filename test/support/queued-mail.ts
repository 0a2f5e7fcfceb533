import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

/**
 * How many mails to an address were ever queued, delivered ones too. Unlike a look into the inbox it
 * needs no waiting to be sure that there is no second one on the way.
 */
export async function mailsQueuedFor({ db }: TestApp, address: string): Promise<number> {
  const { rows } = await sql<{ mails: number }>`select count(*) as mails from pgboss.job
    where name = 'mail' and data ->> 'to' = ${address}`.execute(db);
  return rows[0]?.mails ?? 0;
}
