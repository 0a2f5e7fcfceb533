import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { connectPostgres } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { aPerson } from '#test/support/factories.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import { recordFigures } from '#test/support/figures.ts';
import { onPostgres, postgresDatabaseUrl } from '#test/support/postgres.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { sign, webhookSecret } from '#test/support/stripe-app.ts';
import { repeats } from '#test/support/tier.ts';

beforeAll(ensureWebBuild, 120_000);

// Events in flight when the process is killed, at each of the points below; fewer than there are connections.
const inFlight = 10;
const rounds = repeats({ release: 10 });

/**
 * Where the process is killed: each point holds up every event, unnoticed by the product, until all of them have
 * arrived there.
 */
const points: Record<string, { hold: string | null; waiting: string | null }> = {
  'after the signature was checked, before the event is stored': {
    hold: 'lock table payment_events in exclusive mode',
    waiting: 'insert into "payment_events"',
  },
  'after the event was stored, before the payment is booked': {
    hold: 'select from checkouts for update',
    waiting: 'from "checkouts"',
  },
  'after it was booked, before the mail is queued and all is committed': {
    hold: 'lock table pgboss.job_common, pgboss.job in exclusive mode',
    waiting: 'pgboss',
  },
  'after the commit, before the response': { hold: null, waiting: null },
  'while the mail is being sent': { hold: null, waiting: null },
};

test.each(Object.keys(points))(
  'killed %s: in the end, each event counts once',
  {
    timeout: 120_000 + rounds * 60_000,
  },
  async (name) => {
    let wrong = 0;
    for (let round = 0; round < rounds; round++) wrong += await killAt(name);
    recordFigures('S4', {
      points: 1,
      kills: rounds,
      'events in flight': rounds * inFlight,
      'missing or double': wrong,
    });
    expect(wrong).toBe(0);
  },
);

/** Returns how many donations and mails are missing or duplicated after the redelivery. */
async function killAt(name: string): Promise<number> {
  const point = points[name] ?? { hold: null, waiting: null };
  const database = `everycent_crash_${randomUUID().slice(0, 8)}`;
  await onPostgres(`create database ${database}`);
  const url = postgresDatabaseUrl(database);
  const connection = connectPostgres(url, { maxConnections: 4 });
  const stripe = await startFakeStripe();
  const mail = await silentMailServer();
  const env = {
    DATABASE_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_of_the_test',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: stripe.url,
    TEAM_EMAIL: 'team@example.org',
    // Donors come from networks of their own, so that none meets a challenge.
    TRUST_PROXY: '127.0.0.1',
  };
  let server = await startServerProcess({ ...env, SMTP_URL: mail.url });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    const events: Stripe.Event[] = [];
    for (let index = 0; index < inFlight; index++) {
      // A cause for each: its count is a row that two bookings would have to lock one after another.
      const causeId = newId<CauseId>();
      await connection.db
        .insertInto('causes')
        .values({ id: causeId, name: `Food ${index}` })
        .execute();
      const body = JSON.stringify({ amount: 2_500, causeId, ...aPerson() });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${index}` };
      const response = await fetch(`${server.url}${createDonation.path}`, {
        method: 'POST',
        headers,
        body,
      });
      const { url: page } = (await response.json()) as { url: string };
      events.push(stripe.pay(stripe.sessionAt(page)));
    }
    await holder.query('begin');
    if (point.hold) await holder.query(point.hold);
    const answers = events.map((event) => tell(server, event).catch(() => 'cut'));
    if (point.waiting) await untilWaiting(connection.db, point.waiting);
    else if (name.includes('mail')) await mail.connected;
    else await untilCommitted(holder);
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');
    await holder.query('rollback');
    const answered = await Promise.all(answers);
    const count = async () =>
      Number((await holder.query('select count(*) from donations')).rows[0].count);
    // Every event that got a 2xx is booked; before the commit, none has got one.
    expect(await count()).toBeGreaterThanOrEqual(answered.filter((each) => each === 200).length);
    if (point.hold) expect([await count(), ...answered]).toEqual([0, ...events.map(() => 'cut')]);

    await rm(server.dataDir, { recursive: true, force: true });
    server = await startServerProcess(env);
    for (const event of [...events, ...events]) expect(await tell(server, event)).toBe(200);
    const { rows } = await holder.query(
      `select count(*) as mails, count(distinct data ->> 'to') as donors from pgboss.job
       where name = 'mail' and data ->> 'to' <> 'team@example.org'`,
    );
    expect(await checkLedger(connection.db)).toEqual([]);
    const counts = [await count(), Number(rows[0]?.mails), Number(rows[0]?.donors)];
    return counts.reduce((sum, found) => sum + Math.abs(found - inFlight), 0);
  } finally {
    server.process.kill('SIGKILL');
    await holder.end();
    await connection.close();
    await stripe.close();
    mail.close();
    await onPostgres(`drop database ${database} with (force)`);
  }
}

async function tell({ url }: ServerProcess, event: Stripe.Event): Promise<number> {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': sign(body) };
  return (await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body })).status;
}

/** Waits until as many sessions of the server as there are events wait for a lock in such a statement. */
async function untilWaiting(db: Db, statement: string): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      and position(${statement} in query) > 0`.execute(db);
    return rows[0]?.waiting;
  };
  await expect.poll(count, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(inFlight);
}

async function untilCommitted(client: pg.Client): Promise<void> {
  await client.query('rollback');
  // No pause: the response follows the commit within milliseconds.
  for (;;) {
    const { rows } = await client.query('select from donations limit 1');
    if (rows.length > 0) return;
  }
}

/** A mail server that accepts connections and never sends anything. */
async function silentMailServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  const connected = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    connected,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
