import { sql } from 'kysely';
import { findTroubles } from '#server/operations/watch/watch.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { countJobs, countWaitingJobs } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';

/** Database figures for monitoring. */
export interface DatabaseFigures {
  /** Cents that moved, by kind of move. */
  moved: { kind: string; cents: number }[];
  /** Unfinished jobs, by queue and state. */
  jobs: { queue: string; state: string; jobs: number }[];
  /** The last maintenance runs of the server: when, in seconds since 1970, and with which outcome. */
  marks: { name: string; at: number; value: number }[];
  openAlerts: number;
  /** What the watch has found, by the names of its checks. */
  troubles: Record<string, string>;
  /** Since when the oldest mail has been waiting; null if none is. */
  oldestMailSince: string | null;
}

export async function readFigures(db: Db): Promise<DatabaseFigures> {
  const moved = await db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => ['kind', fn.sum<string>('amountCents').as('cents')])
    .groupBy('kind')
    .execute();
  const marks = await sql<{ name: string; at: number; value: number }>`
    select name, extract(epoch from marked_at)::float8 as at, value from operation_marks
    where name not like 'machine:%'
  `.execute(db);
  const { openAlerts } = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('openAlerts'))
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    moved: moved.map(({ kind, cents }) => ({ kind, cents: Number(cents) })),
    jobs: await countJobs(db),
    marks: marks.rows,
    openAlerts,
    troubles: await findTroubles(db),
    oldestMailSince: (await countWaitingJobs(db, mailQueue)).oldestSince,
  };
}
