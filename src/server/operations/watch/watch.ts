import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { adminPaths } from '#contract/admin-pages.ts';
import type { AlertId } from '#contract/ids.ts';
import { AlertRefusedError, postAlert } from '#server/operations/watch/alert-webhook.ts';
import {
  type Check,
  type CheckedParts,
  type CheckName,
  checks,
  isPending,
  type Problem,
  type WatchedParts,
} from '#server/operations/watch/checks.ts';
import { probeQueue } from '#server/operations/watch/jobs.ts';
import {
  type Alert,
  mailTeam,
  rewordAlert,
  settleAlert,
  showAlert,
} from '#server/platform/alerting/raise-alert.ts';
import { isSurelyDatabaseAway } from '#server/platform/db/database-errors.ts';
import { doneBefore, markDone } from '#server/platform/db/mark-done.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { addEmptyJob, retryJobsNow, tryOneJobNow } from '#server/platform/jobs/job-table.ts';
import { scrub } from '#server/platform/logger.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const everyMs = 60_000;
// Whatever is asked answers sooner, or does not work.
const patienceMs = 40_000;

/*
 * Looks every minute at everything that may fail without anybody noticing. What is wrong is an alert until it is right again:
 * on the dashboard, by email, and at the webhook that the charity set. It is no job of the queue, because the queue and its
 * database are among what is watched.
 */

/** Watches until the returned function is called. */
export function startWatch(
  parts: WatchedParts,
  logger: Pick<BaseLogger, 'error'>,
): () => Promise<void> {
  const look = createWatch(parts, logger);
  const stopped = new AbortController();
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= look(stopped.signal).finally(() => {
      round = null;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await round;
  };
}

/** Looks at what is due, each time that it is called, until the signal. `server`: a number of its own. */
export function createWatch(
  parts: WatchedParts,
  logger: Pick<BaseLogger, 'error'>,
  server = randomInt(2 ** 40),
): (signal?: AbortSignal) => Promise<void> {
  const { db, mailer } = parts;
  // Several servers may run on one host, each on a disk of its own.
  const machine = `machine:${hostname()}:${mailer.config.dataDir}` as const;
  const lookedAt = new Map<string, number>();
  /** What failed at the last look. */
  const failing = new Set<string>();
  /** What each open alert is about, as far as it was told. */
  const toldCauses = new Map<string, string[]>();
  const tell = webhookTeller(mailer, logger);
  const announce = announcer(parts, tell);
  const tellOfDatabase = outageTeller(mailer.config.dataDir, tell, logger);

  return async (signal) => {
    try {
      const isLeader = await answered(lead(db, server), signal);
      if (isLeader) await answered(addEmptyJob(db, probeQueue), signal);
      const { found, refusals } = await lookAtAll(parts, dueChecks(isLeader, lookedAt), signal);
      if (signal?.aborted) return;
      for (const finding of found.filter((each) => !isFirstFailure(failing, each))) {
        const told = db
          .transaction()
          .execute((trx) => settleOrRaise(trx, finding, { machine, mailer, toldCauses }));
        await answered(told, signal);
        lookedAt.set(finding.name, Date.now());
      }
      if (isLeader) {
        await answered(settleOfGoneMachines(db), signal);
        await announce(signal);
      }
      if (refusals.length > 0) throw refusals[0];
      await tellOfDatabase('settled');
      failing.delete(away.key);
    } catch (error) {
      if (signal?.aborted) return;
      logger.error({ err: error }, 'The watch could not do its work');
      if (failing.has(away.key)) await tellOfDatabase('raised');
      failing.add(away.key);
    }
  };
}

type Tell = (
  alert: Alert,
  state: 'raised' | 'settled',
  isByPerson?: boolean,
) => Promise<'taken' | 'refused' | 'none'>;

/** Returns what says an alert to the webhook, and how that answers. Without a webhook, it is taken. */
function webhookTeller(mailer: Mailer, logger: Pick<BaseLogger, 'error'>): Tell {
  return async (alert, state, isByPerson) => {
    try {
      await postAlert(mailer.config, alert, state, isByPerson);
      return 'taken';
    } catch (error) {
      logger.error({ err: error }, 'An alert did not reach the webhook, and is sent again');
      return error instanceof AlertRefusedError ? 'refused' : 'none';
    }
  };
}

/** Returns what sends everything new to the webhook, until that has it. */
function announcer(
  { db, mailer }: WatchedParts,
  tell: Tell,
): (signal: AbortSignal | undefined) => Promise<void> {
  const notTaken = new Set<AlertId>();
  return async (signal) => {
    if (mailer.config.alertWebhookUrl === null) return;
    const pending = db
      .selectFrom('alerts')
      .select(['id', 'key', 'title', 'message', 'path', 'settledAt', 'settledBy'])
      .where(isPending)
      // What was not taken holds up nothing else.
      .orderBy(sql`id = any(${[...notTaken]}::uuid[])`)
      .orderBy('createdAt')
      .limit(20)
      .execute();
    for (const { id, settledAt, settledBy, ...alert } of await answered(pending, signal)) {
      const isByPerson = settledBy !== null && settledBy !== 'system';
      const answer = await tell(alert, settledAt === null ? 'raised' : 'settled', isByPerson);
      if (answer !== 'taken') notTaken.add(id);
      // Each of the others would wait as long.
      if (answer === 'none') return;
      if (answer === 'refused') continue;
      notTaken.delete(id);
      const told = db
        .updateTable('alerts')
        .set({ [settledAt === null ? 'announcedAt' : 'endAnnouncedAt']: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      await answered(told, signal);
    }
  };
}

const away: Alert = {
  key: 'watch:database',
  title: 'The database does not work',
  message:
    'The site answers that it cannot reach its records. It goes on by itself when the database does.',
  path: adminPaths.dashboard,
};

/** Returns what tells the webhook once that the database is gone, and once of its return. */
function outageTeller(
  dataDir: string,
  tell: Tell,
  logger: Pick<BaseLogger, 'error'>,
): (state: 'raised' | 'settled') => Promise<void> {
  // In a file, since the database cannot keep it: who was told that it is gone hears of its return after a restart, too.
  const awayMark = join(dataDir, 'database-away');
  let known = existsSync(awayMark) ? 'raised' : 'settled';
  return async (state) => {
    if (state === known || (await tell(away, state)) !== 'taken') return;
    known = state;
    const kept =
      state === 'raised' ? writeFile(awayMark, '', { mode: 0o600 }) : rm(awayMark, { force: true });
    await kept.catch((error) => logger.error({ err: error }, 'The next start will not know of it'));
  };
}

interface Finding {
  name: CheckName;
  check: Check;
  problem: Problem | null | undefined;
}

function dueChecks(isLeader: boolean, lookedAt: Map<string, number>): [string, Check][] {
  return Object.entries<Check>(checks).filter(
    ([name, { every, isOfMachine }]) =>
      (isLeader || isOfMachine) &&
      Date.now() - (lookedAt.get(name) ?? 0) >= every * everyMs - 5_000,
  );
}

/** What is found; without what the database refused to say, which would be told as many things that are not so. */
async function lookAtAll(
  parts: WatchedParts,
  due: [string, Check][],
  signal: AbortSignal | undefined,
): Promise<{ found: Finding[]; refusals: unknown[] }> {
  const refusals: unknown[] = [];
  const found = due.map(async ([name, check]): Promise<Finding[]> => {
    let isRefused = false;
    const problem = await ask(parts, check, signal, (error) => {
      isRefused = true;
      refusals.push(error);
    });
    return isRefused ? [] : [{ name: name as CheckName, check, problem }];
  });
  return { found: (await Promise.all(found)).flat(), refusals };
}

/** Once may be an accident, and is not told. */
function isFirstFailure(failing: Set<string>, { name, problem, check }: Finding): boolean {
  if (problem === null) failing.delete(name);
  if (problem === null || problem === undefined || failing.has(name)) return false;
  failing.add(name);
  return check.isSure !== true;
}

async function settleOrRaise(
  trx: Trx,
  { name, check: { title, path, isOfMachine }, problem }: Finding,
  {
    machine,
    mailer,
    toldCauses,
  }: { machine: `machine:${string}`; mailer: Mailer; toldCauses: Map<string, string[]> },
): Promise<void> {
  const key = isOfMachine ? `watch:${name}:${machine}` : `watch:${name}`;
  if (problem === null) {
    toldCauses.delete(key);
    const wasOpen = await settleAlert(trx, key);
    // What waited for its next try need not wait any longer.
    if (wasOpen && (name === 'mail' || name === 'someMail')) await retryJobsNow(trx, mailQueue);
    return;
  }
  if (isOfMachine) await markDone(trx, machine);
  if (problem === undefined) return;
  const { text, causes } = typeof problem === 'string' ? { text: problem, causes: [] } : problem;
  const alert = { key, title, message: text, path };
  const isNew = await showAlert(trx, alert);
  const told = toldCauses.get(key);
  // A server that was started meanwhile does not know what was told.
  const isMore = !isNew && told !== undefined && causes.some((cause) => !told.includes(cause));
  toldCauses.set(key, causes);
  if (!isNew) await rewordAlert(trx, alert);
  if (isMore) await announceAgain(trx, key);
  // No email can tell that none is accepted. One at a time tries whether it works again.
  if (name === 'mail') await tryOneJobNow(trx, mailQueue);
  else if (isNew || isMore) await mailTeam(trx, alert, mailer);
}

/** There is more to it than was told. */
function announceAgain(trx: Trx, key: string): Promise<unknown> {
  return sql`update alerts set announced_at = null, created_at = now()
    where key = ${key} and settled_at is null`.execute(trx);
}

/** Settles what was said of machines that are no more: a container has another name after each restart. */
async function settleOfGoneMachines(db: Db): Promise<void> {
  await sql`with gone as (
      delete from operation_marks where name like 'machine:%' and marked_at < now() - interval '30 minutes'
      returning name)
    update alerts set settled_at = now(), settled_by = 'system' from gone
    where settled_at is null and key like 'watch:%' and right(key, length(gone.name)) = gone.name`.execute(
    db,
  );
}

/** The open alerts about the server: those of checks by their names, and all others by what they are about. */
export async function findTroubles(db: Db): Promise<Record<string, string>> {
  const alerts = await db
    .selectFrom('alerts')
    .select(['key', 'title'])
    .where(sql<boolean>`key ~ '^(watch|backup|ledger|reconciliation|database|files):'`)
    .where('settledAt', 'is', null)
    .orderBy('createdAt')
    .execute();
  return Object.fromEntries(
    alerts.map(({ key, title }) => [
      key.startsWith('watch:') ? (key.split(':')[1] ?? key) : key.replace(':', '-'),
      `${title}.`,
    ]),
  );
}

/**
 * What is wrong; null if nothing is; undefined if nobody can know now. `onRefusal` takes an error of the database that says
 * nothing about what is looked at.
 */
export async function ask(
  parts: CheckedParts,
  { look, meaning = '' }: Pick<Check, 'look' | 'meaning'>,
  signal?: AbortSignal,
  onRefusal?: (error: unknown) => void,
): Promise<Problem | null | undefined> {
  try {
    return await answered(look(parts), signal);
  } catch (error) {
    if (onRefusal && isSurelyDatabaseAway(error)) {
      onRefusal(error);
      return undefined;
    }
    const reason = scrub(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    return `It does not work: ${reason}. ${meaning}`.trim();
  }
}

/** Throws if it takes too long, or with the signal. */
export async function answered<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  const done = new AbortController();
  const ends = AbortSignal.any([done.signal, ...(signal ? [signal] : [])]);
  const tooLong = sleep(patienceMs, null, { signal: ends, ref: false }).then(() => {
    throw new Error('no answer');
  });
  // Whichever comes second is heard by nobody else.
  answer.catch(() => {});
  tooLong.catch(() => {});
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    done.abort();
  }
}

/** Whether this server looks at what all have in common: one does, until it has not for a while. */
function lead(db: Db, server: number): Promise<boolean> {
  const again = sql<boolean>`operation_marks.value = ${server} or ${doneBefore('150 seconds')}`;
  return markDone(db, 'watch', { value: server, again });
}
