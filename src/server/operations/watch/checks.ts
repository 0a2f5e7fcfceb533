import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatMoment } from '#core/platform/dates.ts';
import { mailProblem, partialProblem } from '#server/operations/watch/refused-mail.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { lookAtQueues } from '#server/platform/jobs/job-table.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/* What is looked at every few minutes, because it may fail without anybody noticing. */

/** What can be looked at. */
export interface CheckedParts extends WithPayments {
  db: Db;
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
  /**
   * Says what is wrong, in sentences; null if nothing is; undefined if nobody can know now. Throws what cannot be reached.
   */
  look: (parts: CheckedParts) => Promise<string | null | undefined>;
}

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
    look: ({ db, mailer }) => mailProblem(db, mailer),
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
    async look({ db, mailer }) {
      const { finishedAt } = await db
        .selectFrom('reconciliations')
        .select(({ fn }) => fn.max('finishedAt').as('finishedAt'))
        .executeTakeFirstOrThrow();
      // It runs every hour; two missed runs are no accident.
      if (finishedAt === null || age(finishedAt) < 3 * hour) return null;
      return `The last comparison was on ${when(finishedAt, mailer)}. A payment whose event is lost is not booked until the next one. Please ask the person who runs the server to look into its log.`;
    },
  },
  plans: {
    subject: 'Recurring donations',
    title: 'A recurring donation could not be stopped or paused',
    path: adminPaths.plans,
    every: 2,
    async look({ db, mailer }) {
      const { rows } = await sql<{ plans: number; since: string | null }>`
        select count(*) as plans, min(least(stop_requested_at, pause_requested_at)) as since from plans
        where least(stop_requested_at, pause_requested_at) < now() - interval '5 minutes'`.execute(
        db,
      );
      const { plans, since } = rows[0] ?? { plans: 0, since: null };
      if (since === null) return null;
      return `Somebody asked to stop or pause ${countOf(plans, 'recurring donation')}, and the payment provider has not confirmed it since ${when(since, mailer)}: the card may still be charged. We ask again every minute. Please look at the provider whether its subscription has ended there, and whether our key may change subscriptions.`;
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
    async look({ db, mailer }) {
      const { rows } = await sql<{ last: string | null; installed: string }>`
        select (select marked_at from operation_marks where name = 'backup') as last,
          (select min(applied_at) from schema_migrations) as installed`.execute(db);
      const { last, installed } = rows[0] ?? { last: null, installed: '' };
      if (age(last ?? installed) < 26 * hour) return null;
      return `${last === null ? 'There has never been one' : `The last one was made on ${when(last, mailer)}`}. One is made every night while the server runs. Please ask the person who runs the server to look into its log, or to run "npm run backup".`;
    },
  },
  jobs: {
    subject: 'Jobs',
    title: 'Work of the server is not done',
    path: adminPaths.dashboard,
    every: 5,
    async look({ db, queues, mailer }) {
      const troubles = (await lookAtQueues(db)).flatMap(({ name, late, lastDoneAt, ...found }) => {
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
            ? [`${name}: ${countOf(late, 'job')} waiting for more than half an hour`]
            : []),
          ...(failed > 0 ? [`${name}: ${countOf(failed, 'job')} given up in the last day`] : []),
          ...(isOverdue ? [`${name}: not done since ${when(lastDoneAt, mailer)}`] : []),
        ];
      });
      return troubles.length === 0
        ? null
        : `Not done: ${troubles.join('; ')}. Please ask the person who runs the server to look into its log.`;
    },
  },
  certificate: {
    subject: 'Certificate',
    title: 'The certificate of the site ends soon',
    path: adminPaths.dashboard,
    every: 60,
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

function when(moment: string, { settings }: Pick<Mailer, 'settings'>): string {
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
