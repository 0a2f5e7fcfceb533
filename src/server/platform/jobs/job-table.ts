import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/*
 * Operations that the job queue's library does not offer. Only this file reads or writes its table, so that there
 * is one place to review when the library is upgraded; `test/platform/job-table.test.ts` tests each function
 * against the real library.
 */

/** The table in which the library keeps its jobs. */
export const jobTable = 'pgboss.job';

// Later than any job is kept: a job with this start time waits until somebody releases it.
const never = '9999-12-31T00:00:00Z';

const isOwnFault = sql`coalesce((output ->> 'isOwnFault')::boolean, false)`;

/** Deletes a job in any state. */
export async function deleteJob(trx: Trx, { name }: JobQueue, id: string): Promise<void> {
  await sql`delete from pgboss.job where name = ${name} and id = ${id}`.execute(trx);
}

/** Deletes the unfinished jobs that have one of these ids, or whose data says `true` for this field. */
export async function deleteUnfinishedJobs(
  trx: Trx,
  { name }: JobQueue,
  { ids, field }: { ids: string[]; field: string },
): Promise<void> {
  await sql`delete from pgboss.job
    where name = ${name} and state < 'completed'
      and (id = any(${ids}::uuid[]) or data ->> ${field} = 'true')`.execute(trx);
}

/** Deletes a job that no worker has taken. Returns whether it was still waiting. */
export async function deleteWaitingJob(trx: Trx, { name }: JobQueue, id: string): Promise<boolean> {
  const { rows } = await sql`delete from pgboss.job
    where name = ${name} and id = ${id} and state < 'active' returning id`.execute(trx);
  return rows.length > 0;
}

/**
 * Removes somebody from the jobs: mail to them or from them is deleted, in any state, and what other mail says about
 * them is blacked out. Jobs of other queues that have one of their addresses are deleted. A job that a worker is doing
 * ends without a record.
 */
export async function eraseFromJobs(
  trx: Trx,
  { name }: JobQueue,
  {
    addresses: own,
    words,
    wordsFor,
  }: {
    addresses: string[];
    /** All that may be blacked out, and those that count in a job, by its text. */
    words: string[];
    wordsFor: (row: RawBuilder<unknown>) => RawBuilder<unknown>;
  },
): Promise<void> {
  const counting = wordsFor(sql`concat_ws(' ', data, output)`);
  await sql`delete from pgboss.job where case when name = ${name} then ${isOf(own)}
    else may_mention(concat_ws(' ', data, output), ${own}::text[])
      and (without_words(data, ${own}::text[]) is distinct from data
        or without_words(output, ${own}::text[]) is distinct from output) end`.execute(trx);
  const texts = sql`jsonb_strip_nulls(jsonb_build_object(
    'subject', data -> 'subject', 'text', data -> 'text', 'html', data -> 'html'))`;
  await sql`update pgboss.job
    set data = data || without_words(${texts}, ${counting}), output = without_words(output, ${counting})
    where name = ${name} and may_mention(concat_ws(' ', data, output), ${words}::text[])
      and (without_words(${texts}, ${counting}) <> ${texts}
      or without_words(output, ${counting}) is distinct from output)`.execute(trx);
}

/** The data of the unfinished mails to these addresses, or from them. */
export async function findMailOf(
  db: Db,
  { name }: JobQueue,
  addresses: string[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: string }>`select data::text from pgboss.job
    where name = ${name} and state < 'completed' and ${isOf(addresses)}
    order by created_on`.execute(db);
  return rows.map(({ data }) => JSON.parse(data));
}

/** Whether a mail goes to one of these addresses, or comes from one. */
function isOf(addresses: string[]): RawBuilder<boolean> {
  return sql<boolean>`coalesce(lower(data ->> 'to') = any(${addresses}::text[])
    or lower(data ->> 'replyTo') = any(${addresses}::text[]), false)`;
}

/** Puts a job back that a worker has taken too early. */
export async function postponeJob(
  trx: Trx,
  { name }: JobQueue,
  id: string,
  until: string,
): Promise<void> {
  await sql`update pgboss.job set state = 'created', started_on = null, start_after = ${until}
    where name = ${name} and id = ${id} and state = 'active'`.execute(trx);
}

/** Replaces the data of a job. */
export async function changeJobData(
  trx: Trx,
  { name }: JobQueue,
  id: string,
  data: object,
): Promise<void> {
  await sql`update pgboss.job set data = ${JSON.stringify(data)}::jsonb
    where name = ${name} and id = ${id}`.execute(trx);
}

/**
 * Deletes the job that a worker is doing. Returns whether it was still the same try: after a very long time,
 * another try has begun, which decides.
 */
export async function deleteActiveJob(
  trx: Trx,
  { name }: JobQueue,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<boolean> {
  const { rows } = await sql`delete from pgboss.job
    where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Puts jobs back that a worker has taken, and suspends every waiting job of the queue until {@link resumeJobs}. */
export async function suspendJobs(trx: Trx, { name }: JobQueue, takenIds: string[]): Promise<void> {
  await sql`update pgboss.job set state = 'created', started_on = null
    where name = ${name} and state = 'active' and id = any(${takenIds}::uuid[])`.execute(trx);
  await sql`update pgboss.job set start_after = ${never}
    where name = ${name} and state < 'active' and start_after < ${never}`.execute(trx);
}

/** Ends what {@link suspendJobs} did. */
export async function resumeJobs(trx: Trx, { name }: JobQueue): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name = ${name} and state < 'active' and start_after = ${never}`.execute(trx);
}

/**
 * Completes a job, no matter which worker has it, and removes all other fields from its data: in one statement, so that
 * neither happens without the other.
 */
export async function completeJob(
  db: Db,
  { name }: JobQueue,
  id: string,
  { keepFields }: { keepFields: string[] },
): Promise<void> {
  await sql`update pgboss.job set state = 'completed', completed_on = pgboss.job_now(), output = null, data = (
      select jsonb_object_agg(key, value) from jsonb_each(data) where key = any(${keepFields}))
    where name = ${name} and id = ${id}`.execute(db);
}

interface WaitingJobs {
  /** Unfinished jobs, without those that are not due yet. One that is suspended, or will be retried, counts. */
  waiting: number;
  /** Since when the oldest of them has been waiting. */
  oldestSince: string | null;
  /** Jobs that were added with a later start. */
  scheduled: number;
  /** When the first of these starts. */
  nextAt: string | null;
}

/** How many jobs of a queue are unfinished, and for how long. */
export async function countWaitingJobs(db: Db, { name }: JobQueue): Promise<WaitingJobs> {
  const isScheduled = sql`state = 'created' and start_after > now() and start_after < ${never}`;
  const { rows } = await sql<WaitingJobs>`
    select
      count(*) filter (where not (${isScheduled})) as waiting,
      -- One that was not due at first has been waiting since it is.
      min(case when state = 'created' and start_after <= now() then greatest(created_on, start_after)
        else created_on end) filter (where not (${isScheduled})) as oldest_since,
      count(*) filter (where ${isScheduled}) as scheduled,
      min(start_after) filter (where ${isScheduled}) as next_at
    from pgboss.job where name = ${name} and state < 'completed'`.execute(db);
  return rows[0] ?? { waiting: 0, oldestSince: null, scheduled: 0, nextAt: null };
}

/** Adds a job that has no data, unless several are waiting already. */
export async function addEmptyJob(db: Db, { name }: JobQueue): Promise<void> {
  await sql`insert into pgboss.job (name, retry_limit, expire_seconds, deletion_seconds)
    select name, retry_limit, expire_seconds, deletion_seconds from pgboss.queue
    where name = ${name}
      and (select count(*) from pgboss.job where name = ${name} and state < 'completed') < 5`.execute(
    db,
  );
}

/** Jobs that wait although they are due, while none of their queue is done. */
interface Stall {
  /** Since when the first of them has been due. */
  since: string;
  jobs: number;
  /** Why the last try failed; null if none did. */
  error: string | null;
}

/** What a failed try of a job leaves. */
export interface FailedTry {
  message: string;
  /** It failed because of this job: others need not. */
  isOwnFault?: boolean;
}

/**
 * Since when jobs of a queue have been due without any being completed, whatever their next try; null if one was completed
 * after all that wait became due. What is suspended does not count, nor does what failed by its own fault.
 */
export async function findStall(db: Db, { name }: JobQueue): Promise<Stall | null> {
  const { rows } = await sql<{ since: string | null; jobs: number; error: string | null }>`
    with due as (
      select output, started_on,
        case when state = 'created' then greatest(created_on, start_after) else created_on end as since
      from pgboss.job where name = ${name} and state < 'completed' and start_after < ${never} and not ${isOwnFault}
    ), stuck as (
      select * from due where since <= now() and since > coalesce((
        select max(completed_on) from pgboss.job where name = ${name} and state = 'completed'), '-infinity')
    )
    select min(since) as since, count(*) as jobs,
      (array_agg(output ->> 'message' order by started_on desc) filter (where output is not null))[1] as error
    from stuck`.execute(db);
  const [found] = rows;
  return found && found.since !== null ? { ...found, since: found.since } : null;
}

/** A job whose last try failed, and that is tried again. */
interface FailedJob {
  /** Whom its mail is for, in lower case. */
  to: string;
  createdOn: string;
  triedAt: string;
  isOwnFault: boolean;
  /** Why the last try failed. */
  error: string;
}

/** The jobs of a queue that failed and are tried again. What is suspended does not count. */
export async function findFailedJobs(db: Db, { name }: JobQueue): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select lower(data ->> 'to') as to, created_on, started_on as tried_at, ${isOwnFault} as is_own_fault,
      coalesce(output ->> 'message', '') as error
    from pgboss.job
    where name = ${name} and state < 'completed' and output is not null and start_after < ${never}`.execute(
    db,
  );
  return rows;
}

/** When a job of a queue was last completed; null if none was in the week for which that is kept. */
export async function lastDone(db: Db, { name }: JobQueue): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select max(completed_on) as at from pgboss.job
    where name = ${name} and state = 'completed'`.execute(db);
  return rows[0]?.at ?? null;
}

/** What was done for one place: what is behind the @ of an address. */
interface DoneFor {
  place: string;
  /** When the last one was done. */
  at: string;
  /** How many were done since the moment that was asked about. */
  jobs: number;
}

/** What was completed of a queue in the last week, but for these addresses. */
export async function countDone(
  db: Db,
  { name }: JobQueue,
  { except, since }: { except: string[]; since: string },
): Promise<DoneFor[]> {
  const { rows } = await sql<DoneFor>`
    select split_part(lower(data ->> 'to'), '@', 2) as place, max(completed_on) as at,
      count(*) filter (where completed_on > ${since}) as jobs
    from pgboss.job where name = ${name} and state = 'completed' and lower(data ->> 'to') <> all(${except}::text[])
    group by place`.execute(db);
  return rows;
}

/** Lets every job that waits for its next try be tried now. */
export async function retryJobsNow(trx: Trx, { name }: JobQueue): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name = ${name} and state = 'retry' and start_after < ${never}`.execute(trx);
  // As the library does for a new job: a worker that sleeps would find them half a minute later.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name})`.execute(
    trx,
  );
}

/**
 * Lets one of the jobs that wait for their next try be tried now, without counting it as one more try. One that failed by its
 * own fault says nothing about the others, and is given up in its time.
 */
export async function tryOneJobNow(trx: Trx, { name }: JobQueue): Promise<void> {
  await sql`update pgboss.job set start_after = now(), retry_count = greatest(retry_count - 1, 0)
    where name = ${name} and id = (
      select id from pgboss.job where name = ${name} and state = 'retry' and start_after between now() and ${never}
        and not ${isOwnFault}
      order by random() limit 1)`.execute(trx);
}

/** A queue whose jobs are late, or were given up. */
export interface TroubledQueue {
  name: string;
  /** Jobs that are due for more than half an hour. */
  late: number;
  /** Jobs that were given up since somebody last said that this is done. */
  failed: number;
  /** Jobs that were given up in the last day since a job was last completed. */
  failedSinceDone: number;
  /** When a job was last completed, or when the queue was created. */
  lastDoneAt: string;
}

/** How the jobs of each queue are doing. What was given up before a moment, or before it is deleted after a week, is over. */
export async function lookAtQueues(db: Db, doneAt: string | null = null): Promise<TroubledQueue[]> {
  const { rows } = await sql<TroubledQueue>`
    with done as (
      select name, max(completed_on) as at from pgboss.job where state = 'completed' group by name
    )
    select queue.name,
      count(*) filter (where job.state < 'active' and job.start_after < now() - interval '30 minutes') as late,
      count(*) filter (where job.state = 'failed' and job.completed_on > coalesce(${doneAt}::timestamptz, '-infinity')) as failed,
      count(*) filter (where job.state = 'failed' and job.completed_on > greatest(done.at, now() - interval '1 day')) as failed_since_done,
      greatest(queue.created_on, done.at) as last_done_at
    from pgboss.queue left join pgboss.job on job.name = queue.name left join done on done.name = queue.name
    group by queue.name, queue.created_on, done.at order by queue.name`.execute(db);
  return rows;
}

/** How many jobs are unfinished, by queue and state. */
export async function countJobs(db: Db): Promise<{ queue: string; state: string; jobs: number }[]> {
  const { rows } = await sql<{ queue: string; state: string; jobs: number }>`
    select name as queue, state::text as state, count(*) as jobs from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db);
  return rows;
}

/** A subquery for joins: the jobs of a queue, with `id`, `is_waiting`, and `has_failed`. */
export function jobsOf({ name }: JobQueue): RawBuilder<unknown> {
  return sql`(select id, state < 'completed' as is_waiting, state > 'completed' as has_failed
    from pgboss.job where name = ${name})`;
}
