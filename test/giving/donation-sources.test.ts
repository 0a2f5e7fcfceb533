import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { correctDonor, getDonor, joinDonors, listDonors } from '#contract/donors/donors.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { CauseId, DonationId, DonorId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { erasePerson, findPerson } from '#contract/privacy/privacy.ts';
import { sendDonationLink, sendReceipt } from '#contract/publishing/donation-page.ts';
import { mailDonors } from '#contract/publishing/donor-mailings.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { audienceSql } from '#server/publishing/updates/recipients.ts';
import { useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import {
  aCause,
  aDonation,
  anAllocation,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';

// Gifts that came from elsewhere than the payment page, and donors whom nobody can write to.
const testApp = useTestApp();
const { aConfirmedDeposit } = depositCalls(testApp);
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const donor = async (id: DonorId) =>
  (await testApp.call(getDonor, { cookie, params: { id } })).body;

async function donorOf(id: DonationId): Promise<DonorId> {
  const { body } = await testApp.call(getDonation, { cookie, params: { id } });
  return body.donor?.id ?? newId();
}

/** A check of somebody whose name is all that is known. */
async function aGiftWithoutAddress({ causeId }: { causeId?: CauseId } = {}) {
  const line = aLine(causeId ?? (await aCause(testApp)).id, { receivedOn: '2026-11-20' });
  const [donationId] = donationsOf(await aConfirmedDeposit([line])) as [DonationId];
  return { donationId, donorId: await donorOf(donationId) };
}

describe('a check of somebody without an email address', () => {
  test('is a donation like any other, and the ledger agrees', async () => {
    const { donationId, donorId } = await aGiftWithoutAddress();
    const { body } = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    expect(body).toMatchObject({
      source: 'offline',
      receivedOn: '2026-11-20',
      amount: 5_000,
      availableAmount: 5_000,
      paymentIntentId: null,
      firstName: 'Wilma',
      email: null,
      phone: null,
    });
    expect(await donor(donorId)).toMatchObject({ email: null, zip: null, donations: 1 });
    const found = await testApp.call(listDonors, { cookie, query: { search: 'withoutmail' } });
    expect(found.body.map(({ id }) => id)).toContain(donorId);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('gets no mail, and whoever asks for one is told why', async () => {
    const { donationId, donorId } = await aGiftWithoutAddress();
    const params = { id: donationId };
    for (const endpoint of [sendReceipt, sendDonationLink] as const) {
      const { status, error } = await testApp.call(endpoint, { cookie, params });
      expect([status, error.code]).toEqual([409, 'donor_without_address']);
    }
    const reachable = await donorOf(await aDonation(testApp));
    const body = { ids: [donorId, reachable], subject: 'News', text: 'All is well.' };
    const mailed = await testApp.call(mailDonors, { cookie, body });
    expect(mailed.body.refused).toEqual([
      { id: donorId, reason: 'We have no email address of this donor.' },
    ]);
  });

  test('cannot be refunded by a payment provider', async () => {
    const { donationId } = await aGiftWithoutAddress();
    const { status, error } = await testApp.call(createRefund, {
      cookie,
      params: { id: donationId },
      body: { amount: 100, reason: 'Asked for it' },
    });
    expect([status, error.code]).toEqual([409, 'refund_refused']);
    expect(error.message).toContain('not paid through a payment provider');
  });

  test('is left out of the updates about a need that it paid for', async () => {
    const { causeId, nominationId } = await aPair(testApp);
    const { donationId } = await aGiftWithoutAddress({ causeId });
    await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    const { rows } = await audienceSql({ nominationId, kind: 'progress' }).execute(testApp.db);
    expect(rows.map(({ role }) => role)).toEqual(['nominator']);
  });

  test('can be erased by the ID of its donor', async () => {
    const { donorId, donationId } = await aGiftWithoutAddress();
    const { body: person } = await testApp.call(findPerson, { cookie, body: { who: donorId } });
    expect(person).toMatchObject({ donors: [{ id: donorId, donations: 1 }] });
    const erased = await testApp.call(erasePerson, {
      cookie,
      body: { who: donorId, fingerprint: person.fingerprint },
    });
    expect(erased.status).toBe(200);
    const { body } = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    expect(body).toMatchObject({ firstName: 'Erased', amount: 5_000, receivedOn: '2026-11-20' });
  });
});

describe('the address of such a donor', () => {
  test('can be added, and not be taken away again', async () => {
    const { donorId } = await aGiftWithoutAddress();
    const name = { firstName: 'Wilma', lastName: 'Withmail' };
    const correct = (email: string) =>
      testApp.call(correctDonor, { cookie, params: { id: donorId }, body: { ...name, email } });
    expect((await correct('')).status).toBe(204);
    expect(await donor(donorId)).toMatchObject({ email: null, formerly: ['Wilma Withoutmail'] });
    const { email } = aPerson();
    expect((await correct(email)).status).toBe(204);
    expect(await donor(donorId)).toMatchObject({ email });
    const { status, error } = await correct('');
    expect([status, error.fields]).toEqual([400, { email: 'Required' }]);
  });

  test('comes with the record that is joined into theirs, and finds them from then on', async () => {
    const { donorId } = await aGiftWithoutAddress();
    const person = aPerson();
    const online = await donorOf(await aDonation(testApp, { person }));
    const params = { id: donorId };
    await testApp.call(joinDonors, { cookie, params, body: { otherId: online } });
    expect(await donor(donorId)).toMatchObject({ email: person.email, donations: 2 });
    expect(await donorOf(await aDonation(testApp, { person }))).toBe(donorId);
  });

  test('stays when the record without one is joined into another', async () => {
    const { donorId: otherId } = await aGiftWithoutAddress();
    const person = aPerson();
    const id = await donorOf(await aDonation(testApp, { person }));
    await testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
    expect(await donor(id)).toMatchObject({
      email: person.email,
      donations: 2,
      formerly: ['Wilma Withoutmail'],
    });
  });
});

describe('the database refuses a donation', () => {
  test.each([
    ['online', 'without its checkout', 'checkout_id = null'],
    ['online', 'with another id than its checkout', 'id = gen_random_uuid()'],
    ['online', 'without its payment', 'payment_intent_id = null, provider = null'],
    ['online', 'whose payment nobody took', 'provider = null'],
    ['online', 'without a way to reach its donor', 'email = null'],
    ['renewal', 'that has a checkout', "source = 'renewal', invoice_id = 'in_1'"],
    ['renewal', 'without an invoice', "source = 'renewal', checkout_id = null"],
    ['offline', 'with a payment', "source = 'offline', checkout_id = null"],
    ['import', 'with an invoice', "source = 'import', checkout_id = null, invoice_id = 'in_2'"],
    ['of a source', 'that there is not', "source = 'lottery'"],
  ])('%s %s', async (_source, _what, change) => {
    const id = await aDonation(testApp);
    const changed = sql`update donations set ${sql.raw(change)} where id = ${id}`;
    await expect(changed.execute(testApp.db)).rejects.toThrow(/violates check constraint/);
  });
});
