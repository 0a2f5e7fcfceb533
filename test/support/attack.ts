import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Challenge } from '#contract/challenge.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause, aPerson, payCheckout } from '#test/support/factories.ts';

interface Declining {
  /** The payment page at which the cards are declined. */
  at?: string;
  /** The provider's name for it. */
  type?: string;
}

/** The payment provider reports declined cards. */
export async function declineCards(
  { db, mailer, payments }: TestApp,
  count: number,
  { at, type = 'charge.failed' }: Declining = {},
): Promise<void> {
  for (let number = 0; number < count; number++) {
    const event = {
      provider: payments.name,
      eventId: `evt_${randomUUID()}`,
      type,
      kind: 'payment-failed' as const,
      ...(at !== undefined && { checkoutId: checkoutAt(at) }),
    };
    await handlePaymentEvent(db, event, mailer, pino({ level: 'silent' }));
  }
}

/** A donor pays at a payment page. */
export function payAt(testApp: TestApp, url: string, amountCents = 100): Promise<void> {
  return payCheckout(testApp, checkoutAt(url), amountCents);
}

const checkoutAt = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Backdates everything that has happened so far by two hours. */
export async function letTimePass({ db }: TestApp): Promise<void> {
  for (const [table, column] of [
    ['payment_events', 'received_at'],
    ['checkouts', 'created_at'],
    ['donations', 'created_at'],
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

/**
 * Sends a public form as a browser does, or as a program that acts like one: it solves the challenge if there is one.
 * Returns the last answer, and how many challenges there were.
 */
export async function sendAndSolve(testApp: TestApp, url: string, body: object, sending: Sending) {
  const first = await sendForm(testApp, url, body, sending);
  if (first.statusCode !== 428) return { answer: first, challenges: 0 };
  const solution = await solve(first.json().challenge);
  const answer = await sendForm(testApp, url, body, { ...sending, solution });
  return { answer, challenges: 1 };
}

/** The header's value for a challenge and a solution. */
export function proofOf(challenge: unknown, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Solves a challenge. */
export async function solve(challenge: Challenge): Promise<string> {
  return proofOf(challenge, await solveChallenge({ challenge, deriveKey }));
}
