import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Challenge } from '#contract/challenge.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause, aPerson } from '#test/support/factories.ts';

/** Event types of the payment provider for a declined card, or for a success. */
export async function payments(
  { db }: TestApp,
  type: string,
  count: number,
  outcome: 'noted' | 'booked' = 'noted',
): Promise<void> {
  for (let number = 0; number < count; number++) {
    await db
      .insertInto('paymentEvents')
      .values({ provider: 'stripe', eventId: `evt_${randomUUID()}`, type, outcome })
      .execute();
  }
}

/** Backdates everything that has happened so far by two hours. */
export async function letTimePass({ db }: TestApp): Promise<void> {
  for (const [table, column] of [
    ['payment_events', 'received_at'],
    ['checkouts', 'created_at'],
    ['call_counts', 'ends_at'],
    ['attacks', 'seen_at'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '2 hours'`.execute(
      db,
    );
  }
}

/** The donation form, filled in. */
export async function aDonation(testApp: TestApp): Promise<object> {
  const { id: causeId } = await aCause(testApp);
  return { amount: 100, causeId, ...aPerson() };
}

interface Sending {
  from?: string;
  solution?: string;
  headers?: Record<string, string>;
  /** A different server than the test's own. */
  app?: FastifyInstance;
}

/** Sends a public form as a program does. */
export function sendForm(
  testApp: TestApp,
  url: string,
  body: object,
  { from = '203.0.113.1', solution, headers, app = testApp.app }: Sending = {},
) {
  return app.inject({
    method: 'POST',
    url,
    remoteAddress: from,
    headers: {
      'content-type': 'application/json',
      ...(solution !== undefined && { 'challenge-solution': solution }),
      ...headers,
    },
    payload: JSON.stringify(body),
  });
}

/** The header's value for a challenge and a solution. */
export function proofOf(challenge: unknown, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Solves a challenge. */
export async function solve(challenge: Challenge): Promise<string> {
  return proofOf(challenge, await solveChallenge({ challenge, deriveKey }));
}
