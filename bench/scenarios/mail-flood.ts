import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import { forgotPassword } from '#contract/people/sign-in.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { hashPassword } from '#server/people/sign-in/passwords.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { aMailServer, type MailServer } from '#test/support/mail-server.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { createClient, signIn } from '../support/client.ts';
import { type Figures, say, sayTable } from '../support/report.ts';
import { administrator, type BenchServer, databaseKinds, openServer } from '../support/server.ts';

export const description =
  'how long an administrator waits for a reset link while 5,000 mails wait, and under a flood of requests [MAILS] [REQUESTS]';

const most = 10;

/** `-- mail-flood [MAILS] [REQUESTS]`: by SMTP; the mail server waits 100 ms before it greets, as one far away does. */
export async function run([mails = '5000', requests = '300']: string[]): Promise<Figures[]> {
  const rows: (string | number)[][] = [];
  const figures: Figures[] = [];
  for (const kind of await databaseKinds()) {
    const mailServer = await aMailServer();
    await mailServer.start();
    cleanUpLater(() => mailServer.stop());
    const server = await openServer(kind, undefined, { SMTP_URL: mailServer.url });
    const victim = await floodOneVictim(server, mailServer);
    const quiet = await resetTime(server, mailServer);
    await fillQueue(server, Number(mails));
    const behindMails = await resetTime(server, mailServer);
    await requestResets(server, Number(requests));
    const behindRequests = await resetTime(server, mailServer);
    const waiting = Number(mails) - mailServer.received.filter(isWaiting).length;
    await server.close();
    rows.push([kind, quiet, behindMails, behindRequests, waiting, victim].map(shown));
    if (Math.max(behindMails, behindRequests) > most || victim > 3) process.exitCode = 1;
    figures.push({
      database: kind,
      figures: {
        'seconds to a reset mail behind waiting mails': round(behindMails),
        'seconds to a reset mail behind requests for others': round(behindRequests),
        'mails to a victim of 210 nominations': victim,
      },
    });
  }
  say('');
  sayTable(
    [
      'seconds until the reset mail arrives',
      'quiet',
      `${mails} mails wait`,
      `and after ${requests} requests`,
      'still waiting then',
      'mails to one victim',
    ],
    rows,
  );
  return figures;
}

/** Nominations in the name of one victim, from seven networks, thirty each. */
async function floodOneVictim(server: BenchServer, mailServer: MailServer): Promise<number> {
  const cause = await createClient(server.url, await signIn(server.url)).post(createCause.path, {
    name: 'Heating',
  });
  const { id: causeId } = (await cause.json()) as { id: string };
  const email = 'victim@example.net';
  for (let number = 0; number < 210; number++) {
    const body = {
      nominee: 'Buy now',
      description: 'www.evil.example',
      causeId,
      firstName: 'Buy',
      lastName: 'Now',
      email,
      phone: '1',
      zip: '1',
    };
    const { status } = await post(server, createNomination.path, body, `192.0.2.${number % 7}`);
    if (status !== 201) throw new Error(`A nomination got ${status}.`);
  }
  // The team's mail about the last one comes after all others.
  while (mailServer.received.filter(({ to }) => to[0] === administrator.email).length < 210) {
    await pause();
  }
  return mailServer.to(email).length;
}

/** Seconds from the request to the mail, each time of somebody else: one address gets only a few in an hour. */
async function resetTime(server: BenchServer, mailServer: MailServer): Promise<number> {
  const id = newId<UserId>();
  const email = `${id}@example.org`;
  await server.connection.db
    .insertInto('users')
    .values({
      id,
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      roles: ['owner'],
      passwordHash: await hashPassword(administrator.password),
      acceptedAt: sql<string>`now()`,
    })
    .execute();
  const start = performance.now();
  const { status } = await post(server, forgotPassword.path, { email }, '198.51.100.1');
  if (status !== 200) throw new Error(`The request for a reset got ${status}.`);
  while (mailServer.to(email).length === 0) await pause();
  return (performance.now() - start) / 1000;
}

/** Mails as nominations cause them, all queued before the first is sent. */
async function fillQueue({ connection, mailer }: BenchServer, count: number): Promise<void> {
  await connection.db.transaction().execute(async (trx) => {
    for (let number = 0; number < count; number++) {
      const to = `waiting-${number}@example.net`;
      const text = 'We received your nomination.';
      await mailer.enqueue(trx, { to, urgency: 'form', subject: 'Hello', text, html: text });
    }
  });
}

/** Requests for addresses of nobody, ten from each network, as fast as they are answered. */
async function requestResets(server: BenchServer, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      post(
        server,
        forgotPassword.path,
        { email: `nobody-${number}@example.net` },
        `203.0.113.${Math.floor(number / 10)}`,
      ),
    ),
  );
}

function post({ url }: BenchServer, path: string, body: object, from: string): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
}

const isWaiting = ({ to }: { to: string[] }) => to[0]?.startsWith('waiting-') ?? false;
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
const round = (seconds: number) => Math.round(seconds * 10) / 10;
const shown = (value: string | number) =>
  typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : value;
