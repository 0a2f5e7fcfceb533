import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

/**
 * How many mails to an address were ever queued, including delivered ones. Unlike reading the inbox, it does not
 * require waiting to be sure that no second one is on the way.
 */
export async function mailsQueuedFor({ db }: TestApp, address: string): Promise<number> {
  const { rows } = await sql<{ mails: number }>`select count(*) as mails from pgboss.job
    where name = 'mail' and data ->> 'to' = ${address}`.execute(db);
  return rows[0]?.mails ?? 0;
}
