import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { readConfig } from '#server/platform/config.ts';
import { startServer } from '#server/start.ts';
import { recordFigures } from '#test/support/figures.ts';
import { openInbox } from '#test/support/inbox.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { draws } from '#test/support/seed.ts';
import { freePort } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';

/** A connection to the database that can be cut, as a network can. */
async function aCableTo(url: URL) {
  const sockets = new Set<Socket>();
  let server: Server;
  const plug = async (port = 0) => {
    server = createServer((client) => {
      const upstream = connect(Number(url.port || 5432), url.hostname);
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const port = await plug();
  return {
    port,
    plug: () => plug(port),
    async pull() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const chance = draws();
/** Each call comes from a different address, so that the limits do not apply. */
const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(chance() * 256)).join('.')}`;

/** Each gives once: while nobody pays, one address gets only a few mails. */
const donors: string[] = [];
function aDonor() {
  const email = `grace-${donors.length + 1}@example.com`;
  donors.push(email);
  return { firstName: 'Grace', lastName: 'Hopper', email, phone: '555-0100', zip: '10001' };
}

/** How often the server is asked whether it is ready, at least, while its database is down. */
const questions = repeats({ release: 100 });
/** How long it is down at least, in seconds. */
const outageSeconds = 60;

test('without its database, the server says so, and recovers automatically when it is back', {
  timeout: 900_000,
}, async () => {
  await using place = await aNewPlace('postgres');
  const direct = new URL(place.config.databaseUrl ?? '');
  const cable = await aCableTo(direct);
  const port = await freePort();
  const config = readConfig({
    ...place.env,
    DATABASE_URL: Object.assign(new URL(direct), { hostname: '127.0.0.1', port: cable.port }).href,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'loopback',
    ADMIN_EMAIL: 'first@everycent.example',
    ADMIN_PASSWORD: 'Correct-horse-7',
  });
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', note);
  const server = await startServer(config, pino({ level: 'silent' }), async () => {});
  try {
    const post = (path: string, body: object, cookie = '') =>
      fetch(config.publicUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': anAddress() },
        body: JSON.stringify(body),
      });
    const login = await post('/api/auth/login', {
      email: 'first@everycent.example',
      password: 'Correct-horse-7',
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const cause = await post('/api/causes', { name: 'Shelter' }, cookie);
    const { id: causeId } = (await cause.json()) as { id: string };
    const donate = async () => {
      const checkout = await post('/api/donations', { amount: 100, causeId, ...aDonor() });
      if (checkout.status !== 201) return checkout.status;
      const { url } = (await checkout.json()) as { url: string };
      const body = new URLSearchParams({ outcome: 'paid' });
      return (
        await fetch(url, {
          headers: { 'x-forwarded-for': anAddress() },
          method: 'POST',
          body,
          redirect: 'manual',
        })
      ).status;
    };
    const ready = () => fetch(`${config.publicUrl}/api/ready`).then(({ status }) => status);
    expect([await donate(), await ready()]).toEqual([303, 200]);

    // Some donors are in the middle of it when it goes down, and others arrive while it is down.
    let isAway = true;
    const busy = Promise.all(
      Array.from({ length: 8 }, async () => {
        const statuses: number[] = [];
        while (isAway) statuses.push(await donate());
        return statuses;
      }),
    );
    await cable.pull();
    const pulledAt = performance.now();
    const readiness: number[] = [];
    const isDown = () => performance.now() - pulledAt < outageSeconds * 1000;
    while (readiness.length < questions || isDown()) readiness.push(await ready());
    expect(new Set(readiness)).toEqual(new Set([503]));
    expect((await fetch(`${config.publicUrl}/api/health`)).status).toBe(200);
    await cable.plug();
    const pluggedAt = performance.now();
    await expect.poll(ready).toBe(200);
    const readyAt = performance.now();
    isAway = false;
    const all = (await busy).flat();
    const statuses = new Set(all);
    statuses.delete(303);
    const differences = await checkLedger(server.connection.db);
    recordFigures('O11', {
      'questions without the database': readiness.length,
      'seconds without the database': Math.floor((pluggedAt - pulledAt) / 1_000),
      'seconds until it was ready again': Math.ceil((readyAt - pluggedAt) / 1_000),
      'calls meanwhile': all.length,
      'responses that are neither success nor 503': all.filter((one) => one !== 303 && one !== 503)
        .length,
      'ledger differences': differences.length,
    });
    expect(statuses).toEqual(new Set([503]));
    expect(differences).toEqual([]);

    // Mail works again, too, and what was acknowledged exists.
    expect(await donate()).toBe(303);
    const given = await server.connection.db.selectFrom('donations').select('id').execute();
    const inbox = openInbox(config.dataDir);
    const mailed = async () => {
      const mails = await Promise.all(donors.map((email) => inbox.to(email)));
      return new Set(mails.flat().map(({ messageId }) => messageId)).size;
    };
    // A mail that was being sent when the database went down is retried minutes later, as the same mail.
    await expect.poll(mailed, { timeout: 600_000 }).toBe(given.length);
    expect(lost).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    await server.close();
    await cable.pull();
  }
});
