import { sql } from 'kysely';
import { publishUpdate } from '#contract/publishing/updates.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { getUpdate } from '#server/publishing/updates/queries.ts';
import { aMailServer, type MailServer } from '#test/support/mail-server.ts';
import { fillOneNeed } from '#test/support/one-need.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { createClient, signIn } from '../support/client.ts';
import { type Figures, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'one update to 5,000 donors by SMTP, with a `kill -9` in the middle: mails per minute, lost, and sent twice';

/** `-- update-mails [DONORS] [DATABASE]`, where the database is `embedded` or `postgres`; both by default. */
export async function run([donors = '5000', only]: string[]): Promise<Figures[]> {
  buildWeb();
  const reached: Sent[] = [];
  for (const kind of await databaseKinds()) {
    if (only === undefined || only === kind) reached.push(await sendOne(kind, Number(donors)));
  }
  say('');
  sayTable(
    ['database', 'mails', 'a minute', 'to queue them, s', 'lost', 'queued twice', 'sent twice'],
    reached.map(({ kind, mails, perMinute, queueing, lost, queuedTwice, sentTwice }) => [
      ...[kind, mails, perMinute, queueing.toFixed(1), lost, queuedTwice, sentTwice],
    ]),
  );
  if (reached.some(({ lost, queuedTwice }) => lost + queuedTwice > 0)) process.exitCode = 1;
  return reached.map(({ kind, mails, perMinute, lost, queuedTwice, sentTwice }) => ({
    database: kind,
    figures: {
      'mails of one update': mails,
      'mails a minute': perMinute,
      // What is queued twice is another mail to the same person; what is only sent twice is the same mail (E1).
      'lost or repeated': lost + queuedTwice,
      'sent twice, as the same mail': sentTwice,
    },
  }));
}

interface Sent {
  kind: DatabaseKind;
  mails: number;
  perMinute: number;
  /** Seconds until all mails were queued; measured from the restart if the kill came before. */
  queueing: number;
  lost: number;
  queuedTwice: number;
  sentTwice: number;
}

async function sendOne(kind: DatabaseKind, donors: number): Promise<Sent> {
  const mailServer = await aMailServer();
  await mailServer.start();
  cleanUpLater(() => mailServer.stop());
  const environment = { ...(await newEnvironment(kind)), SMTP_URL: mailServer.url };
  const config = readConfig(environment);
  const before = await openDatabase(config);
  await migrate(before);
  const { updateId, recipients } = await fillOneNeed(before.db, donors);
  await before.close();

  let server = await startServerProcess(environment);
  const client = createClient(config.publicUrl, await signIn(config.publicUrl));
  const path = publishUpdate.path.replace(':id', updateId);
  const answer = await client.post(path, {});
  if (answer.status !== 200) throw new Error(`Not published: ${await answer.text()}`);
  const startedAt = performance.now();
  const half = Math.floor(recipients.length / 2);
  await received(mailServer, recipients, half);
  await server.kill();
  const beforeKill = performance.now() - startedAt;
  say(`${kind}: killed after ${half} mails and ${(beforeKill / 1000).toFixed(1)} s`);

  const between = await openDatabase(config);
  // Others take over the jobs of a dead process after two minutes; here immediately, to measure sending instead
  // of waiting.
  await sql`update pgboss.job set state = 'retry', start_after = now()
    where name in ('mail', 'update-mails') and state < 'completed'`.execute(between.db);
  await between.close();
  server = await startServerProcess(environment);
  const againAt = performance.now();
  await received(mailServer, recipients, recipients.length);
  const seconds = (beforeKill + performance.now() - againAt) / 1000;
  await server.kill();

  const after = await openDatabase(config);
  const { mailing } = await getUpdate(after.db, updateId);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from max(queued_at) - min(queued_at))::double precision as seconds
    from update_recipients`.execute(after.db);
  await after.close();
  await mailServer.stop();
  const mails = Map.groupBy(mailServer.received, ({ to }) => to[0] ?? '');
  const idsOf = (address: string) =>
    new Set(mails.get(address)?.map(({ mail }) => mail.messageId) ?? []);
  say(`${kind}: ${JSON.stringify(mailing)} says the server`);
  return {
    kind,
    mails: recipients.length,
    perMinute: Math.round((recipients.length / seconds) * 60),
    queueing: rows[0]?.seconds ?? Number.NaN,
    lost: recipients.filter((address) => !mails.has(address)).length,
    queuedTwice: recipients.filter((address) => idsOf(address).size > 1).length,
    sentTwice: recipients.reduce((sum, address) => sum + (mails.get(address)?.length ?? 1) - 1, 0),
  };
}

/** Waits until this many of these people have got their mail; alerts to administrators do not count. */
async function received(
  mailServer: MailServer,
  recipients: string[],
  people: number,
): Promise<void> {
  const wanted = new Set(recipients);
  let last = 0;
  let quietSince = performance.now();
  for (;;) {
    const all = new Set(mailServer.received.flatMap(({ to }) => to));
    const reached = [...all].filter((address) => wanted.has(address)).length;
    if (reached >= people) return;
    if (reached > last) quietSince = performance.now();
    else if (performance.now() - quietSince > 180_000) {
      throw new Error(`Only ${reached} of ${people} mails came.`);
    }
    last = reached;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
