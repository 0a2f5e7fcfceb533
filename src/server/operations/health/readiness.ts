import { statfs } from 'node:fs/promises';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getReadiness } from '#contract/operations/health.ts';
import { diskProblem } from '#server/operations/watch/checks.ts';
import { findTroubles } from '#server/operations/watch/watch.ts';
import { markDone } from '#server/platform/db/mark-done.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';

// A caller waits at most a second.
const patience = 900;
// A query to a database that does not respond is abandoned after this, so that the next one can succeed again.
const giveUp = 10_000;

interface Found {
  problems: Record<string, string>;
  warnings: Record<string, string>;
}

/**
 * Creates the check of whether this server can work. However many callers ask at the same time, the database is
 * queried once.
 */
export function createReadinessCheck(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  isClosing: () => boolean,
): () => Promise<ResponseOf<typeof getReadiness>> {
  let asked: Promise<Found> | null = null;
  const askDatabase = () => {
    if (asked) return asked;
    const forget = () => {
      clearTimeout(timer);
      if (asked === question) asked = null;
    };
    const question = lookAtDatabase(db).catch(() => databaseProblem('The database does not work.'));
    const timer = setTimeout(forget, giveUp).unref();
    asked = question;
    void question.then(forget);
    return question;
  };
  return async () => {
    if (isClosing()) refuse({ server: 'The server is stopping.' });
    const { problems, warnings } = await Promise.race([askDatabase(), impatience()]);
    const disk = diskProblem(await statfs(config.dataDir));
    const all = { ...problems, ...(disk && { disk }) };
    if (Object.keys(all).length > 0) refuse(all);
    return { status: Object.keys(warnings).length > 0 ? 'warning' : 'ready', warnings };
  };
}

function refuse(problems: Record<string, string>): never {
  throw new AppError('not_ready', Object.values(problems).join(' '), problems);
}

async function impatience(): Promise<Found> {
  await new Promise((resolve) => setTimeout(resolve, patience).unref());
  return databaseProblem('The database does not respond.');
}

function databaseProblem(database: string): Found {
  return { problems: { database }, warnings: {} };
}

async function lookAtDatabase(db: Db): Promise<Found> {
  // Read back from a write: with a full disk or on a standby, reads alone would succeed.
  await markDone(db, 'probe');
  const age = await compareMigrations(db);
  return {
    problems: age === 'same' ? {} : { migrations: `The database is ${age} than this server.` },
    warnings: await findTroubles(db),
  };
}
