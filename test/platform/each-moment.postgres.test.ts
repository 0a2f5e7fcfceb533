import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { getFile } from '#contract/publishing/files.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { defaultRetention } from '#core/privacy/retention.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import { runRetention } from '#server/privacy/retention.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { picture } from '#test/support/sample-files.ts';
import { changeSettings } from '#test/support/settings.ts';
import { type Break, breakingAt } from '#test/support/statements.ts';
import { aDonorWhoPays, deliver, recordOf, useStripeApp } from '#test/support/stripe-app.ts';
import { isRelease } from '#test/support/tier.ts';
import { aStartedUpload, sendContent, settled } from '#test/support/upload.ts';

/*
 * The connection to the database breaks at each statement of a piece of work, one after another: as it is sent, and once
 * it was carried out, so that nobody knows. Whoever asked is told that the database does not answer, and whoever tries
 * again gets what the first try would have made, once.
 */

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

beforeAll(() => changeSettings(testApp, { retention: { ...defaultRetention, isOn: true } }));

/** A piece of work of somebody new: a try, with its status, and what there must be once after one that succeeded. */
interface Work {
  attempt(): Promise<number>;
  outcome(): Promise<unknown>;
}

const statusOf = async (call: Promise<{ status: number }>) => (await call).status;

const works: Record<string, () => Promise<Work>> = {
  async 'starting a donation'() {
    const { id: causeId } = await aCause(testApp);
    const body = { amount: 2_500, causeId, ...aPerson() };
    const idempotencyKey = randomUUID();
    return {
      attempt: () => statusOf(testApp.call(createDonation, { body, idempotencyKey })),
      outcome: async () =>
        stripe.sessions.filter((session) => session.customer_email === body.email).length,
    };
  },
  async 'booking a payment'() {
    const { session, person, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    return {
      attempt: async () => (await deliver(stripeApp, event)).statusCode,
      async outcome() {
        const { entries } = await recordOf(stripeApp, checkoutId);
        return [entries.length, await mailsQueuedFor(testApp, person.email)];
      },
    };
  },
  async 'an allocation'() {
    const { donationId, nominationId } = await aPair(testApp, 5_000);
    const body = { amount: 1_200, donationId, nominationId };
    const options = { body, cookie: await signIn(testApp), idempotencyKey: randomUUID() };
    return {
      attempt: () => statusOf(testApp.call(createAllocation, options)),
      outcome: () =>
        testApp.db
          .selectFrom('donations')
          .select('allocatedCents')
          .where('id', '=', donationId)
          .executeTakeFirst(),
    };
  },
  async 'the content of an upload'() {
    const cookie = await signIn(testApp);
    const id = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
    const content = Buffer.concat([await picture()], 5_000);
    return {
      // Whoever does not know how much has arrived asks, as the browser does.
      async attempt() {
        const { body } = await testApp.call(getFile, { params: { id }, cookie });
        if (body.uploadedBytes === content.length) return 200;
        return statusOf(sendContent(testApp, { id, cookie, content }));
      },
      outcome: async () => (await settled(testApp, id)).state,
    };
  },
  async 'an erasure'() {
    const person = aPerson();
    await aDonation(testApp, { person });
    const options = { body: { who: person.email }, cookie: await signIn(testApp) };
    return {
      attempt: () => statusOf(testApp.call(erasePerson, options)),
      outcome: () => namesOf(person.email),
    };
  },
  async 'the nightly removal of what is old'() {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    await sql`update donors set last_donation_at = now() - interval '20 years'
      where id = (select donor_id from donations where id = ${id})`.execute(testApp.db);
    const services = { mailer: testApp.mailer, sealKey: async () => Buffer.alloc(32) };
    return {
      attempt: async () => {
        try {
          await runRetention(testApp.db, services);
          return 200;
        } catch (error) {
          return isPassing(error) ? 503 : 500;
        }
      },
      outcome: () => namesOf(person.email),
    };
  },
};

/** How many rows of donors have an address. */
async function namesOf(email: string) {
  const rows = await testApp.db
    .selectFrom('donors')
    .select('id')
    .where('email', '=', email)
    .execute();
  return rows.length;
}

describe.each(Object.keys(works))('%s', (name) => {
  test.each<Break>(['before', 'after'])(
    'whose connection breaks %s each of its statements is refused as such, and done once by the next try',
    async (when) => {
      const work = works[name];
      if (!work) throw new Error('There is no such work.');
      const undisturbed = await work();
      const { result: status, statements } = await breakingAt(Infinity, when, undisturbed.attempt);
      expect(status).toBeLessThan(300);
      expect(statements).toBeGreaterThan(3);
      const expected = await undisturbed.outcome();
      const wrong: unknown[] = [];
      // An erasure has a hundred.
      const step = isRelease ? 1 : Math.ceil(statements / 15);
      for (let place = 1; place <= statements; place += step) {
        const { attempt, outcome } = await work();
        const { result } = await breakingAt(place, when, attempt);
        const again = await attempt();
        const made = await outcome();
        if ((result >= 300 && result !== 503) || again >= 300 || !isDeepStrictEqual(made, expected))
          wrong.push({ place, result, again, made });
      }
      expect(wrong).toEqual([]);
    },
  );
});
