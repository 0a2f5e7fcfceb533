import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { countJobs } from '#server/platform/jobs/job-table.ts';

/** Database figures for monitoring. */
export interface DatabaseFigures {
  /** Cents that moved, by kind of move. */
  moved: { kind: string; cents: number }[];
  /** Unfinished jobs, by queue and state. */
  jobs: { queue: string; state: string; jobs: number }[];
  /** The last maintenance runs of the server: when, in seconds since 1970, and with which outcome. */
  marks: { name: string; at: number; value: number }[];
  openAlerts: number;
}

export async function readFigures(db: Db): Promise<DatabaseFigures> {
  const moved = await db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => ['kind', fn.sum<string>('amountCents').as('cents')])
    .groupBy('kind')
    .execute();
  const marks = await sql<{ name: string; at: number; value: number }>`
    select name, extract(epoch from marked_at)::float8 as at, value from operation_marks
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
  };
}
