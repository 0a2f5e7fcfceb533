import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getDonor } from '#contract/donors/donors.ts';
import {
  getInKindDonation,
  issueInKindReceipt,
  listInKindDonations,
  publishInKindDonation,
  recordInKindDonation,
  voidInKindDonation,
} from '#contract/giving/in-kind.ts';
import type { InKindDonationId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import {
  copyReceipt,
  getReceiptPdf,
  listDonationReceipts,
  replaceReceipt,
  voidReceipt,
} from '#contract/receipts/tax-receipts.ts';
import { dayAfter, isoDayOf } from '#core/platform/dates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anAcceptedNomination, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { switchOnReceipts } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

const { testApp } = await useStripeApp({ isLive: true });

const things = { description: 'Two winter coats, hardly worn', receivedOn: '2026-01-15' };

async function record(more: object = {}) {
  const { firstName, lastName, email } = aPerson();
  const cookie = await signIn(testApp);
  const body = { firstName, lastName, email, ...things, ...more };
  const answer = await testApp.call(recordInKindDonation, {
    cookie,
    body,
    idempotencyKey: newId(),
  });
  return { cookie, email, ...answer };
}

describe('a donation in kind', () => {
  test('is recorded with what somebody said of its value, and is in no sum of money', async () => {
    const cookie = await signIn(testApp);
    const before = (await testApp.call(getImpact, {})).body;
    const nominationId = await anAcceptedNomination(testApp);
    const { status, body } = await record({ value: 8_000, valueFrom: 'charity', nominationId });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...things,
      value: 8_000,
      valueFrom: 'charity',
      nomination: { id: nominationId },
      donor: { firstName: 'Grace' },
      receipt: null,
    });
    const { things: after, ...money } = (await testApp.call(getImpact, {})).body;
    const { things: earlier, ...moneyBefore } = before;
    expect(after.count).toBe(earlier.count + 1);
    expect(money).toMatchObject({ given: moneyBefore.given, waiting: moneyBefore.waiting });
    const trail = await testApp.call(listAudit, { cookie, query: { subjectId: body.id } });
    expect(trail.body.map(({ action }) => action)).toEqual(['in_kind.recorded']);
  });

  test('of somebody who gave no money is on a page of theirs', async () => {
    const { cookie, body } = await record();
    const answer = await testApp.call(getDonor, {
      cookie,
      params: { id: body.donor?.id as never },
    });
    expect([answer.status, answer.body.donations, answer.body.phone]).toEqual([200, 0, null]);
  });

  test('of nobody who is named belongs to the unnamed donors, and gets no receipt', async () => {
    await switchOnReceipts(testApp, 'us');
    const { cookie, body } = await record({ firstName: '', lastName: '', email: '' });
    expect(body.donor).toMatchObject({ firstName: 'Unnamed' });
    expect(body.obstacle).toContain('Nobody knows who gave this');
    const refused = await testApp.call(issueInKindReceipt, { cookie, params: { id: body.id } });
    expect([refused.status, refused.error.code]).toEqual([409, 'receipt_refused']);
  });

  test('shows in public what the team says about it, and nothing else', async () => {
    const { cookie, body } = await record();
    const texts = async () => (await testApp.call(getImpact, {})).body.things.texts;
    expect((await texts()).join()).not.toContain('coats');
    await testApp.call(publishInKindDonation, {
      cookie,
      params: { id: body.id },
      body: { publicText: 'Warm clothes' },
    });
    expect(await texts()).toContain('Warm clothes');
    await testApp.call(voidInKindDonation, {
      cookie,
      params: { id: body.id },
      body: { reason: 'Twice' },
    });
    expect(await texts()).not.toContain('Warm clothes');
  });

  test('cannot be received on a day that has not begun where the charity is', async () => {
    await changeSettings(testApp, { timeZone: 'Pacific/Honolulu' });
    const today = isoDayOf(new Date(), 'Pacific/Honolulu');
    const { status, error } = await record({ receivedOn: dayAfter(today) });
    expect([status, error.fields]).toEqual([400, { receivedOn: 'Must not be in the future' }]);
    expect((await record({ receivedOn: today })).status).toBe(201);
  });

  test('opens by its id, also when it is not among the newest', async () => {
    const { cookie, body } = await record();
    const params = { id: body.id };
    expect((await testApp.call(getInKindDonation, { cookie, params })).body).toEqual(body);
    const unknown = { id: newId<InKindDonationId>() };
    expect((await testApp.call(getInKindDonation, { cookie, params: unknown })).status).toBe(404);
    const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
    const seen = await testApp.call(getInKindDonation, { cookie: viewer, params });
    expect(seen.body).toMatchObject({ ...things, donor: null });
  });

  test('hides its donor from whoever may not see contact details', async () => {
    await record();
    const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
    const { body } = await testApp.call(listInKindDonations, { cookie: viewer });
    expect(body[0]).toMatchObject({ ...things, donor: null });
  });

  test('is never changed: it becomes void, once', async () => {
    const { cookie, body } = await record();
    const end = () =>
      testApp.call(voidInKindDonation, {
        cookie,
        params: { id: body.id },
        body: { reason: 'Wrong day' },
      });
    expect((await end()).body).toMatchObject({ voidReason: 'Wrong day' });
    expect((await end()).error.code).toBe('in_kind_voided');
    for (const change of [sql`received_on = '2026-01-16'`, sql`voided_at = now()`]) {
      await expect(
        sql`update in_kind_donations set ${change} where id = ${body.id}`.execute(testApp.db),
      ).rejects.toThrow('does not change');
    }
  });
});

describe('its receipt', () => {
  test('describes it without an amount, with a number of the same series, by mail and as a PDF', async () => {
    await switchOnReceipts(testApp, 'us');
    const { cookie, body, email } = await record({ value: 8_000 });
    const issued = await testApp.call(issueInKindReceipt, { cookie, params: { id: body.id } });
    const { receipt } = issued.body;
    if (receipt === null) throw new Error('no receipt');
    const mail = await testApp.inbox.waitFor(email, `Your receipt No. ${receipt.number}`);
    expect(mail.text).toContain('Two winter coats, hardly worn');
    expect(mail.text).toContain('does not state its value');
    expect(mail.text).not.toContain('80.00');
    const pdf = await testApp.call(getReceiptPdf, { cookie, params: { id: receipt.id } });
    const text = (await textOfPdf(pdf.body.base64)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Two winter coats, hardly worn');
    expect(text).toContain('No goods or services were provided');
    expect(text).not.toContain('80.00');
    const list = await testApp.call(listDonationReceipts, { cookie });
    expect(list.body[0]).toMatchObject({ id: receipt.id, amount: null, donationId: null });
    const serials = list.body.map(({ number }) => Number(number.slice(5)));
    expect(serials).toEqual(serials.map((_, place) => serials.length - place));
  });

  test('is replaced, copied, and voided like others, and with its entry', async () => {
    await switchOnReceipts(testApp, 'us');
    const { cookie, body, email } = await record();
    const params = { id: body.id };
    const first = (await testApp.call(issueInKindReceipt, { cookie, params })).body.receipt;
    if (first === null) throw new Error('no receipt');
    const twice = await testApp.call(issueInKindReceipt, { cookie, params });
    expect(twice.error.message).toContain(first.number);
    const corrected = { reason: 'Name', donorName: 'Grace M. Hopper', donorAddress: '' };
    const second = await testApp.call(replaceReceipt, {
      cookie,
      params: { id: first.id },
      body: corrected,
    });
    expect(second.body).toMatchObject({ donorName: 'Grace M. Hopper', replaces: { id: first.id } });
    await testApp.inbox.waitFor(email, `Your new receipt No. ${second.body.number}`);
    const copy = await testApp.call(copyReceipt, { cookie, params: { id: second.body.id } });
    expect(await textOfPdf(copy.body.base64)).toContain('COPY');
    await testApp.call(voidInKindDonation, { cookie, params, body: { reason: 'Twice' } });
    await testApp.inbox.waitFor(email, `Receipt No. ${second.body.number} is void`);
    const again = { cookie, params: { id: second.body.id }, body: { reason: 'x' } };
    expect((await testApp.call(voidReceipt, again)).error.code).toBe('receipt_ended');
  });

  test('is refused where the law wants a value on it, or has no such receipt', async () => {
    const { cookie, body } = await record();
    for (const profile of ['canada', 'uk-gift-aid', 'france'] as const) {
      await switchOnReceipts(testApp, profile);
      const { error } = await testApp.call(issueInKindReceipt, { cookie, params: { id: body.id } });
      expect(error.message).toContain('has to state what they are worth');
    }
  });
});
