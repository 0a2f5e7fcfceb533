import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatMoment } from '#core/platform/dates.ts';
import { probeQueue } from '#server/operations/watch/jobs.ts';
import { mailProblem, partialProblem } from '#server/operations/watch/refused-mail.ts';
import { markDone } from '#server/platform/db/mark-done.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { findStall, lastDone, lookAtQueues } from '#server/platform/jobs/job-table.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/* What is looked at every few minutes, because it may fail without anybody noticing. */

/** What can be looked at. */
export interface CheckedParts extends WithPayments {
  db: Db;
  /** Nothing is changed or sent, and what is known only that way is taken from the last look of the watch. */
  onlyLooks?: true;
  mailer: Pick<Mailer, 'config' | 'settings'>;
  storage: FileStorage;
  queues: readonly JobQueue[];
}

/** What is watched: whoever watches tells others. */
export interface WatchedParts extends CheckedParts {
  mailer: Mailer;
}

/** Something that the site depends on, and that fails without anybody noticing. */
export interface Check {
  title: string;
  /** What it is about, in a word or two. */
  subject: string;
  /** The page of the admin area where somebody can see more of it. */
  path: string;
  /** What follows while it cannot be reached. */
  meaning?: string;
  /** How often somebody looks, in minutes. */
  every: number;
  /** It is about the machine of one server: each server looks for itself. */
  isOfMachine?: true;
  /** It waits so long itself that one look is enough. */
  isSure?: true;
  /** Nobody can see whether it was mended: a person says that it was. */
  isMarkedDone?: true;
  /**
   * Says what is wrong; null if nothing is; undefined if nobody can know now. Throws what cannot be reached.
   */
  look: (parts: CheckedParts) => Promise<Problem | null | undefined>;
  /** What is said of it if nothing is wrong: what was looked at, and when it last happened. */
  describe?: (parts: CheckedParts) => Promise<string> | string;
}

/** What is wrong, in sentences; with what each is about, it is told again when there is more of it. */
export type Problem = string | { text: string; causes: string[] };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Everything that is watched, by the name that it has in alerts, in readiness, and in the metrics. */
export const checks = {
  mail: {
    subject: 'Email',
    title: 'No email is accepted',
    path: adminPaths.mail,
    every: 1,
    async describe({ db, mailer }) {
      const last = await lastDone(db, mailQueue);
      const said =
        last === null
          ? 'None was sent in the last week.'
          : lastOf('The last one was sent', last, mailer);
      return `No email waits for more than five minutes. ${said}`;
    },
    look: ({ db, mailer, onlyLooks }) =>
      onlyLooks ? findOpenAlert(db, 'watch:mail') : mailProblem(db, mailer),
  },
  someMail: {
    subject: 'Email to some people',
    title: 'Some email does not leave',
    path: adminPaths.mail,
    every: 1,
    look: ({ db, mailer }) => partialProblem(db, mailer),
  },
  storage: {
    subject: 'Storage for files',
    title: 'The storage for files cannot be used',
    path: adminPaths.dashboard,
    meaning:
      'Until it works, photos, videos, and receipts can be neither added nor shown. Please ask the person who runs the server to look at it.',
    every: 1,
    async look({ storage }) {
      const mark = await storage.readMark();
      // The same again: whether it can be written.
      if (mark !== null) await storage.writeMark(mark);
      return null;
    },
  },
  disk: {
    subject: 'Disk',
    title: 'The disk of the server is almost full',
    path: adminPaths.dashboard,
    every: 1,
    isOfMachine: true,
    look: async ({ mailer }) => diskProblem(await statfs(mailer.config.dataDir)),
  },
  version: {
    subject: 'Version',
    title: 'The server is older than its database',
    path: adminPaths.dashboard,
    every: 1,
    isOfMachine: true,
    look: async ({ db }) =>
      (await compareMigrations(db)) === 'newer'
        ? 'A newer version has changed the database, so this one may answer with errors. Please ask the person who runs the server to install the newer version, or to restore the backup from before it.'
        : null,
  },
  clock: {
    subject: 'Clock',
    title: 'The clock of the server is wrong',
    path: adminPaths.dashboard,
    every: 5,
    isOfMachine: true,
    async look({ db, payments }) {
      // Without it, that of the database alone would be called right, which may be on the same machine.
      const ofProvider = await payments.readClock().catch(() => undefined);
      if (ofProvider === undefined) return undefined;
      const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
      const others: [of: string, time: number | null][] = [
        ['the database', Date.parse(rows[0]?.now ?? '')],
        ['the payment provider', ofProvider?.getTime() ?? null],
      ];
      const wrong = others.find(
        ([, time]) => time !== null && Math.abs(time - Date.now()) > minute,
      );
      return wrong
        ? `It differs by more than a minute from that of ${wrong[0]}. Codes of authenticator apps are refused then, and moments in the books are wrong. Please ask the person who runs the server to let it set its clock from the network.`
        : null;
    },
  },
  provider: {
    subject: 'Payment provider',
    title: 'The payment provider cannot be reached',
    path: adminPaths.dashboard,
    meaning:
      'Until it can, nobody can donate by card, and recurring donations cannot be changed. If its key was replaced, the person who runs the server has to set the new one.',
    every: 2,
    describe: ({ payments }) =>
      payments.name === 'stripe' ? 'It answers.' : 'There is none that could be asked.',
    async look({ payments }) {
      await payments.readClock();
      return null;
    },
  },
  comparison: {
    subject: 'Comparison with the payment provider',
    title: 'Payments are not compared with the provider’s',
    path: adminPaths.dashboard,
    every: 10,
    describe: async ({ db, mailer }) =>
      lastOf('The last one was', await lastComparison(db), mailer),
    async look({ db, mailer }) {
      const finishedAt = await lastComparison(db);
      // It runs every hour; two missed runs are no accident.
      if (finishedAt === null || age(finishedAt) < 3 * hour) return null;
      return `The last comparison was on ${when(finishedAt, mailer)}. A payment whose event is lost is not booked until the next one. Please ask the person who runs the server to look into its log.`;
    },
  },
  plans: {
    subject: 'Recurring donations',
    title: 'A recurring donation could not be stopped or paused',
    path: adminPaths.plans,
    every: 1,
    isSure: true,
    async look({ db, mailer }) {
      const { rows } = await sql<{ id: string; since: string }>`
        select id, least(stop_requested_at, pause_requested_at) as since from plans
        where least(stop_requested_at, pause_requested_at) < now() - interval '1 minute' order by since`.execute(
        db,
      );
      const plans = rows.length;
      const since = rows[0]?.since;
      if (since === undefined) return null;
      const text = `Somebody asked to stop or pause ${countOf(plans, 'recurring donation')}, and the payment provider has not confirmed it since ${when(since, mailer)}: the card may still be charged. We ask again every minute. Please look at the provider whether its subscription has ended there, and whether our key may change subscriptions.`;
      return { text, causes: rows.map(({ id }) => id) };
    },
  },
  donations: {
    subject: 'Donations',
    title: 'Fewer donations than usual',
    path: adminPaths.donations,
    every: 30,
    async look({ db, mailer }) {
      const { rows } = await sql<{ count: number; last: string | null }>`
        select count(*) as count, max(created_at) as last from donations
        where source = 'online' and created_at > now() - interval '90 days'`.execute(db);
      const { count, last } = rows[0] ?? { count: 0, last: null };
      // Of fewer, nothing is usual.
      if (last === null || count < 20) return null;
      if (age(last) < Math.max(day, (5 * 90 * day) / count)) return null;
      return `The last one on the site was on ${when(last, mailer)}, which is more than five times as long ago as usual. Please try the donation form, and look at the payment provider whether payments arrive there.`;
    },
  },
  backup: {
    subject: 'Last backup',
    title: 'There is no recent backup',
    path: adminPaths.dashboard,
    every: 30,
    describe: async ({ db, mailer }) =>
      lastOf('It was made', (await lastBackup(db)).last, mailer, 'The first is made in the night'),
    async look({ db, mailer }) {
      const { last, installed } = await lastBackup(db);
      if (age(last ?? installed) < 26 * hour) return null;
      return `${last === null ? 'There has never been one' : `The last one was made on ${when(last, mailer)}`}. One is made every night while the server runs. Please ask the person who runs the server to look into its log, or to run "npm run backup".`;
    },
  },
  copies: {
    subject: 'Copies of the backups',
    title: 'The backups are not copied to another machine',
    path: adminPaths.dashboard,
    every: 30,
    describe: async ({ db, mailer }) =>
      mailer.config.backupCopyToken === null
        ? 'Nobody says whether they are copied to another machine: set BACKUP_COPY_TOKEN to be told when they are not.'
        : lastOf('The last was made', (await lastBackup(db)).copied, mailer),
    async look({ db, mailer }) {
      const watched = await copiesWatchedSince(db, mailer.config.backupCopyToken !== null);
      if (watched === null || age(watched) < 26 * hour) return null;
      const { copied } = await lastBackup(db);
      if (copied !== null && age(copied) < 26 * hour) return null;
      return `${copied === null ? 'No copy has ever been reported' : `The last copy was reported on ${when(copied, mailer)}`}. If this machine is lost, so is every backup that is only here. Please ask the person who runs the server to look at the machine that copies them.`;
    },
  },
  jobs: {
    subject: 'Jobs',
    title: 'Work of the server is not done',
    path: adminPaths.dashboard,
    every: 5,
    isMarkedDone: true,
    async look({ db, queues, mailer }) {
      const { doneAt } = await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.max('settledAt').as('doneAt'))
        .where('key', '=', 'watch:jobs')
        .where('settledBy', '<>', 'system')
        .executeTakeFirstOrThrow();
      const all = await lookAtQueues(db, doneAt);
      const troubles = all.flatMap(({ name, late, lastDoneAt, ...found }) => {
        const queue = queues.find((one) => one.name === name);
        // Mail has a check of its own.
        if (!queue || name === mailQueue.name) return [];
        // A job of a schedule does what is to be done, and the next one makes up for it. Any other is about one thing alone,
        // such as a photo, which the next one does nothing for.
        const failed = queue.cron === undefined ? found.failed : found.failedSinceDone;
        // Every hour, or every day.
        const longest = / \* \* \*$/.test(queue.cron ?? '') ? 3 * hour : 26 * hour;
        const isOverdue = queue.cron !== undefined && age(lastDoneAt) > longest;
        return [
          ...(late > 0
            ? [{ of: name, said: `${countOf(late, 'job')} waiting for more than half an hour` }]
            : []),
          ...(failed > 0
            ? [{ of: `${name} failed`, said: `${countOf(failed, 'job')} given up`, count: failed }]
            : []),
          ...(isOverdue ? [{ of: name, said: `not done since ${when(lastDoneAt, mailer)}` }] : []),
        ].map(({ said, ...one }) => ({ count: 1, ...one, said: `${name}: ${said}` }));
      });
      if (troubles.length === 0) return null;
      return {
        text: `Not done: ${troubles.map(({ said }) => said).join('; ')}. Please ask the person who runs the server to look into its log. What was given up is not tried again: mark this as done when somebody has seen to it.`,
        // One job more that was given up is one more.
        causes: troubles.flatMap(({ of, count }) =>
          Array.from({ length: count }, (_, index) => `${of} ${index}`),
        ),
      };
    },
  },
  queue: {
    subject: 'Background work',
    title: 'No work of the server is done',
    path: adminPaths.dashboard,
    every: 1,
    async look({ db, mailer }) {
      const stall = await findStall(db, probeQueue);
      if (stall === null || age(stall.since) < 5 * minute) return null;
      return `Since ${when(stall.since, mailer)}, not even a job that does nothing was done: emails, backups, and comparisons wait. Please ask the person who runs the server to look into its log, and to restart it.`;
    },
  },
  webhook: {
    subject: 'Alerts at the webhook',
    title: 'The webhook for alerts takes nothing',
    path: adminPaths.dashboard,
    every: 1,
    describe: ({ mailer: { config } }) =>
      config.alertWebhookUrl === null ? 'There is none.' : 'No alert waits for it.',
    async look({ db, mailer }) {
      if (mailer.config.alertWebhookUrl === null) return null;
      const { rows } = await sql<{ since: string | null; taken: string | null }>`
        select min(coalesce(settled_at, created_at)) filter (where ${isPending}) as since,
          max(greatest(announced_at, end_announced_at)) as taken from alerts`.execute(db);
      const { since, taken } = rows[0] ?? { since: null, taken: null };
      if (since === null || age(since) < 10 * minute) return null;
      if (taken !== null && age(taken) < age(since)) return null;
      return `An alert has been waiting for it since ${when(since, mailer)}, and is sent again every minute. Please ask the person who runs the server to look into its log, and to correct ALERT_WEBHOOK_URL.`;
    },
  },
  certificate: {
    subject: 'Certificate',
    title: 'The certificate of the site ends soon',
    path: adminPaths.dashboard,
    every: 60,
    describe: ({ mailer: { config } }) =>
      config.publicUrl.startsWith('https:')
        ? 'It does not end in the next two weeks.'
        : `There is none: PUBLIC_URL is ${config.publicUrl}, without https.`,
    async look({ mailer }) {
      const { protocol, hostname, port } = new URL(mailer.config.publicUrl);
      if (protocol !== 'https:') return null;
      const endsAt = await endOfCertificate(hostname, Number(port || 443));
      if (endsAt === null) return undefined;
      if (endsAt.getTime() > Date.now() + 14 * day) return null;
      return `It ends on ${when(endsAt.toISOString(), mailer)}. Browsers let nobody in after that. Please ask the person who runs the server to renew it.`;
    },
  },
} satisfies Record<string, Check>;
export type CheckName = keyof typeof checks;

/** Whether an alert with this key ends when what it says is no longer so: that somebody says so does not make it so. */
export function endsByItself(key: string): boolean {
  const [of, name = ''] = key.split(':');
  const found = Object.entries<Check>(checks).find(([known]) => known === name);
  return of === 'watch' && found?.[1].isMarkedDone !== true;
}

/** An alert of which the webhook was not told yet; an end is told to whoever was told the beginning. */
export const isPending = sql<boolean>`case when settled_at is null then announced_at is null
  else announced_at is not null and end_announced_at is null end`;

async function findOpenAlert(db: Db, key: string): Promise<string | null> {
  const open = await db
    .selectFrom('alerts')
    .select('message')
    .where('key', '=', key)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return open?.message ?? null;
}

async function lastComparison(db: Db): Promise<string | null> {
  const { finishedAt } = await db
    .selectFrom('reconciliations')
    .select(({ fn }) => fn.max('finishedAt').as('finishedAt'))
    .executeTakeFirstOrThrow();
  return finishedAt;
}

/** Since when the token of the machine that copies is set; null if it is not. Nothing could be reported before. */
async function copiesWatchedSince(db: Db, isSet: boolean): Promise<string | null> {
  const name = 'backup-copies-watched';
  if (!isSet) {
    await db.deleteFrom('operationMarks').where('name', '=', name).execute();
    return null;
  }
  await markDone(db, name, { again: sql`false` });
  const { markedAt } = await db
    .selectFrom('operationMarks')
    .select('markedAt')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return markedAt;
}

async function lastBackup(
  db: Db,
): Promise<{ last: string | null; copied: string | null; installed: string }> {
  const { rows } = await sql<{ last: string | null; copied: string | null; installed: string }>`
    select (select marked_at from operation_marks where name = 'backup') as last,
      (select marked_at from operation_marks where name = 'backup-copied') as copied,
      (select min(applied_at) from schema_migrations) as installed`.execute(db);
  return rows[0] ?? { last: null, copied: null, installed: '' };
}

function lastOf(words: string, moment: string | null, parts: TimeParts, hint = ''): string {
  if (moment === null) return hint === '' ? 'There was none yet.' : `There was none yet. ${hint}.`;
  return `${words} on ${when(moment, parts)}.`;
}

// Of the disk: below this, a large upload or a daily backup may fill it.
const leastFree = 0.05;

/** What is wrong with the free space of the disk; null if nothing is. */
export function diskProblem({ bavail, blocks }: { bavail: number; blocks: number }): string | null {
  return bavail < blocks * leastFree
    ? 'Less than 5% of the disk is free. If it becomes full, files, backups, and possibly donations fail. Please ask the person who runs the server to make room, or to add a larger disk.'
    : null;
}

function age(moment: string): number {
  return Date.now() - Date.parse(moment);
}

type TimeParts = Pick<Mailer, 'settings'>;

function when(moment: string, { settings }: TimeParts): string {
  return formatMoment(moment, settings.current().timeZone);
}

/** When the certificate ends that visitors get; null if this machine cannot reach the public address. */
async function endOfCertificate(host: string, port: number): Promise<Date | null> {
  const socket = connect({
    host,
    port,
    servername: host,
    rejectUnauthorized: false,
    timeout: 5_000,
  });
  socket.once('timeout', () => socket.destroy(new Error('It does not answer')));
  try {
    await once(socket, 'secureConnect');
    const { valid_to: end } = socket.getPeerCertificate();
    return end ? new Date(end) : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
