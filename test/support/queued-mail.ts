import { sql } from 'kysely';
import { vi } from 'vitest';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
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

/** Waits until every request of `address-requests.ts` in a queue is done: then the mails that it causes are queued. */
export async function requestsAreDone({ db }: TestApp, { name }: JobQueue): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select id from pgboss.job where name = ${name}`.execute(db);
      if (rows.length > 0) throw new Error(`${rows.length} requests in ${name} are not done`);
    },
    { timeout: 60_000 },
  );
}
