import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { login } from '#contract/people/sign-in.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer, deliveriesAtOnce } from '#test/support/mail-server.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { draws } from '#test/support/seed.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';

/** How often the server is killed. */
const kills = repeats({ release: 20 });
/** How long mail that was stored between the kills may take to be sent, in milliseconds. */
const backlogTime = 60_000 + kills * 15_000;
const teamEmail = 'team@give.example';
const admin = { email: 'ada@give.example', password: 'Passw0rd-of-Ada' };
const mailServer = await aMailServer();
const chance = draws();
beforeAll(async () => {
  await ensureWebBuild();
  await mailServer.start();
});
afterAll(() => mailServer.stop());

test('everything that was stored is mailed, and nothing else, however often the server is killed', {
  timeout: 2 * backlogTime + kills * 15_000,
}, async () => {
  await using site = await aSite();
  const nominators: string[] = [];
  const answered = new Set<string>();
  let server = await site.start();
  const cookie = await signIn(server);
  const { id: causeId } = await post(server, createCause.path, { name: 'Heating' }, cookie);

  for (let kill = 0; kill < kills; kill++) {
    if (kill > 0) server = await site.start();
    const nominating = Array.from({ length: 6 }, async () => {
      for (;;) {
        const person = aPerson();
        nominators.push(person.email);
        const body = { ...person, nominee: 'Maria Lopez', causeId, description: 'Heating.' };
        await post(server, createNomination.path, body);
        answered.add(person.email);
      }
    });
    // Awaited from the beginning: each ends with the server, one of them first.
    const ended = Promise.allSettled(nominating);
    await mailServer.killAfter(server.process, Math.floor(chance() * 15), chance() < 0.5);
    await ended;
  }

  // The jobs of a dead process are retried after two minutes, and failed ones after half a minute or more.
  await using connection = await site.open();
  const { db } = connection;
  const stored = (await db.selectFrom('nominations').select('email').execute()).map(
    ({ email }) => email,
  );
  await sql`update pgboss.job set state = 'retry', start_after = now()
    where name = 'mail' and state < 'completed'`.execute(db);
  await connection[Symbol.asyncDispose]();
  server = await site.start();
  const unmailed = () => stored.filter((email) => mailServer.to(email).length === 0);
  await mailServer.until('mail for everyone', () => unmailed().length === 0 || undefined);
  await expect
    .poll(() => new Set(mailServer.to(teamEmail).map(({ mail }) => mail.messageId)).size, {
      timeout: backlogTime,
    })
    .toBe(stored.length);
  await server.stop();

  const mailed = nominators.filter((email) => mailServer.to(email).length > 0);
  const ids = mailServer.received.map(({ mail }) => mail.messageId);
  const doubled = ids.length - new Set(ids).size;
  recordFigures('E1', {
    kills,
    stored: stored.length,
    'never mailed': unmailed().length,
    'mailed without being stored': mailed.filter((email) => !stored.includes(email)).length,
    'sent twice, as the same mail': doubled,
  });
  // Acknowledged means stored; mailed means stored.
  expect([...answered].filter((email) => !stored.includes(email))).toEqual([]);
  expect(mailed.toSorted()).toEqual(stored.toSorted());
  expect(answered.size).toBeGreaterThan(kills);
  // Twice only if the server died between the response and recording it, and then as the same mail.
  for (const email of stored) {
    expect(new Set(mailServer.to(email).map(({ mail }) => mail.messageId)).size).toBe(1);
  }
  expect(doubled).toBeLessThanOrEqual(kills * deliveriesAtOnce);
});

/** A site on the database of this run, which can be restarted. */
async function aSite() {
  const onPostgres = inject('template').kind === 'postgres' ? await openTestDatabase() : null;
  let dataDir = '';
  const running: ServerProcess[] = [];
  return {
    async start() {
      const server = await startServerProcess({
        ...(dataDir && { DATA_DIR: dataDir }),
        ...(onPostgres && 'connectionString' in onPostgres.bossOptions
          ? { DATABASE_URL: onPostgres.bossOptions.connectionString }
          : {}),
        SMTP_URL: mailServer.url,
        TEAM_EMAIL: teamEmail,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        // So that each caller can have an address of its own, and no limit applies.
        TRUST_PROXY: 'loopback',
      });
      dataDir = server.dataDir;
      running.push(server);
      return server;
    },
    /** The database while no server is running. */
    async open() {
      if (onPostgres) return { db: onPostgres.db, async [Symbol.asyncDispose]() {} };
      const connection = await connectEmbedded(dataDir);
      let isOpen = true;
      return {
        db: connection.db,
        async [Symbol.asyncDispose]() {
          if (isOpen) await connection.close();
          isOpen = false;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const { process } of running) process.kill('SIGKILL');
      await onPostgres?.close();
      await rm(dataDir, { recursive: true, maxRetries: 3 });
    },
  };
}

async function signIn(server: ServerProcess): Promise<string> {
  const response = await fetch(`${server.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function post({ url }: ServerProcess, path: string, body: object, cookie = '') {
  const [a, b, c] = [0, 0, 0].map(() => Math.floor(chance() * 250));
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${a}.${b}.${c}`,
      cookie,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { id: string };
}
