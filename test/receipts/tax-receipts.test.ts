import { describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { sendReceipt } from '#contract/publishing/donation-page.ts';
import {
  copyReceipt,
  getReceiptPdf,
  getReceiptsOfDonation,
  issueReceipts,
  listDonationReceipts,
  replaceReceipt,
  setDonationGoods,
  voidReceipt,
} from '#contract/receipts/tax-receipts.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { defaultReceiptSettings } from '#core/receipts/receipt-profiles.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anyId } from '#test/support/any-id.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { receiptsFor, sha256Of, switchOnReceipts } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDonorWhoPays, deliver, useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp({ isLive: true });
const { testApp, stripe } = stripeApp;

/** A paid donation of $25.00 of real money. */
async function aGivenDonation(options: Parameters<typeof aDonorWhoPays>[1] = {}) {
  const donor = await aDonorWhoPays(stripeApp, options);
  const paid = stripe.pay(donor.session);
  await deliver(stripeApp, paid);
  return { ...donor, paid, id: donor.checkoutId };
}

async function issuedFor(id: DonationId) {
  const [receipt] = await receiptsFor(testApp, id);
  if (!receipt) throw new Error('No receipt was issued.');
  return receipt;
}

describe('a donation while receipts are off', () => {
  test('is confirmed, and its mail says that it is no receipt for taxes', async () => {
    const { id, person } = await aGivenDonation();
    const mail = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    expect(mail.text).toContain('It is not a receipt for taxes.');
    expect(mail.html).toContain('It is not a receipt for taxes.');
    expect(await receiptsFor(testApp, id)).toEqual([]);
  });

  test('gets its receipt once they are on, by one press of the team, and only one', async () => {
    const { id } = await aGivenDonation();
    await switchOnReceipts(testApp, 'us');
    const cookie = await signIn(testApp);
    const unknown = newId<DonationId>();
    const { body } = await testApp.call(issueReceipts, { cookie, body: { ids: [id, unknown] } });
    expect(body.done).toEqual([id]);
    expect(body.refused).toMatchObject([{ id: unknown }]);
    const again = await testApp.call(issueReceipts, { cookie, body: { ids: [id] } });
    expect(again.body.refused).toMatchObject([
      { id, reason: expect.stringContaining('has receipt No.') },
    ]);
    expect(await receiptsFor(testApp, id)).toMatchObject([{ state: 'issued', amount: 2_500 }]);
  });
});

describe('a donation while receipts are on', () => {
  test('gets one receipt with its mail, once, however often Stripe tells of it', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person, paid } = await aGivenDonation();
    await Promise.all([deliver(stripeApp, paid), deliver(stripeApp, paid)]);
    const receipts = await receiptsFor(testApp, id);
    expect(receipts).toMatchObject([
      { state: 'issued', amount: 2_500, donorName: 'Grace Hopper', issuedBy: 'The system' },
    ]);
    const mail = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    expect(mail.text).toContain(receipts[0]?.number);
    expect(mail.text).toContain('The Everycent Foundation');
    expect(mail.text).toContain('12-3456789');
    expect(mail.text).toContain('No goods or services were provided');
    // Nobody has confirmed the address.
    expect(mail.text).not.toContain('Lovelace');
    expect(mail.text).not.toContain(person.lastName === 'Hopper' ? 'Donor: ' : person.lastName);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
  });

  test('has a PDF whose bytes stay, and a copy that says that it is one', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person } = await aGivenDonation();
    const { id: receiptId, number } = await issuedFor(id);
    const cookie = await signIn(testApp);
    const { body: first } = await testApp.call(getReceiptPdf, {
      cookie,
      params: { id: receiptId },
    });
    // What is printed is what was issued, whatever the settings say by now.
    await changeSettings(testApp, { receipts: { ...defaultReceiptSettings, profile: 'none' } });
    const { body: again } = await testApp.call(getReceiptPdf, {
      cookie,
      params: { id: receiptId },
    });
    expect(again).toEqual(first);
    expect((await issuedFor(id)).sha256).toBe(sha256Of(first.base64));
    const text = await textOfPdf(first.base64);
    expect(text).toContain(number);
    expect(text).toContain('Grace Hopper');
    expect(text).toContain('No goods or services were provided');
    expect(text).not.toContain('COPY');

    const { body: copy } = await testApp.call(copyReceipt, { cookie, params: { id: receiptId } });
    expect(await textOfPdf(copy.base64)).toContain('COPY of a receipt that was issued before');
    expect(copy.name).toBe(`receipt-${number}-copy.pdf`);
    const { body: original } = await testApp.call(getReceiptPdf, {
      cookie,
      params: { id: receiptId },
    });
    expect(original).toEqual(first);

    await testApp.call(sendReceipt, { cookie, params: { id } });
    const mails = await mailsQueuedFor(testApp, person.email);
    expect(mails).toBe(2);
    await testApp.inbox.until(person.email, 'copy', (mails) =>
      mails.find(({ text: body }) => body?.includes('COPY of a receipt')),
    );
  });

  test('that was refunded yesterday has a void receipt, and the mail about the refund says so, once', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person, session } = await aGivenDonation();
    const { number } = await issuedFor(id);
    const refund = stripe.refund(session, 2_500);
    await Promise.all([deliver(stripeApp, refund), deliver(stripeApp, refund)]);
    await deliver(stripeApp, refund);
    expect(await receiptsFor(testApp, id)).toMatchObject([
      {
        number,
        state: 'void',
        endedBy: 'The system',
        endReason: expect.stringContaining('taken back'),
      },
    ]);
    const mail = await testApp.inbox.waitFor(person.email, 'refund of $25.00');
    expect(mail.text).toContain(`Receipt No. ${number} is void.`);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
    const cookie = await signIn(testApp);
    const late = await testApp.call(sendReceipt, { cookie, params: { id } });
    expect(late.status).toBe(409);
    const { body } = await testApp.call(issueReceipts, { cookie, body: { ids: [id] } });
    expect(body.refused).toMatchObject([
      { id, reason: expect.stringContaining('is left to give a receipt') },
    ]);
  });

  test('that is refunded in part gets another receipt, which names the one that it replaces', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person, session } = await aGivenDonation();
    const { number } = await issuedFor(id);
    await deliver(stripeApp, stripe.refund(session, 1_000));
    const [old, current] = await receiptsFor(testApp, id);
    expect(old).toMatchObject({ number, state: 'replaced', replacedBy: { id: current?.id } });
    expect(current).toMatchObject({ state: 'issued', amount: 1_500, replaces: { number } });
    expect(current?.number).not.toBe(number);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getReceiptPdf, {
      cookie,
      params: { id: current?.id ?? anyId('a') },
    });
    const text = await textOfPdf(body.base64);
    expect(text).toContain(`This receipt cancels and replaces receipt No. ${number}.`);
    expect(text).toContain('$15.00');
    expect(text).not.toContain('$25.00');
    const mail = await testApp.inbox.waitFor(person.email, 'refund of $10.00');
    expect(mail.text).toContain(
      `Receipt No. ${number} is replaced by receipt No. ${current?.number}.`,
    );
  });

  test('whose refund fails at the bank gets a receipt again', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, session } = await aGivenDonation();
    const refund = stripe.refund(session, 2_500);
    await deliver(stripeApp, refund);
    await deliver(stripeApp, stripe.settleRefund(refund, 'failed'));
    const [old, current] = await receiptsFor(testApp, id);
    expect(old).toMatchObject({ state: 'void' });
    expect(current).toMatchObject({ state: 'issued', amount: 2_500, replaces: { id: old?.id } });
  });

  test('that is disputed has a void receipt, and another one once the dispute is won', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person, session } = await aGivenDonation();
    const { number } = await issuedFor(id);
    const opened = stripe.dispute(session);
    await deliver(stripeApp, opened);
    expect(await receiptsFor(testApp, id)).toMatchObject([{ number, state: 'void' }]);
    await testApp.inbox.waitFor(person.email, `Receipt No. ${number} is void`);
    await deliver(stripeApp, stripe.decide(opened, 'won'));
    const [, current] = await receiptsFor(testApp, id);
    expect(current).toMatchObject({ state: 'issued', replaces: { number } });
    await testApp.inbox.waitFor(person.email, `Your new receipt No. ${current?.number}`);
  });
});

describe('what the team does with a receipt', () => {
  test('voiding takes a reason, keeps the number, tells the donor, and ends it', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, person, session } = await aGivenDonation();
    const receipt = await issuedFor(id);
    const cookie = await signIn(testApp);
    const params = { id: receipt.id };
    const without = await testApp.call(voidReceipt, { cookie, params, body: { reason: ' ' } });
    expect(without.status).toBe(400);
    const { body } = await testApp.call(voidReceipt, {
      cookie,
      params,
      body: { reason: 'Issued to the wrong person' },
    });
    expect(body).toMatchObject({ state: 'void', endReason: 'Issued to the wrong person' });
    await testApp.inbox.waitFor(person.email, `Receipt No. ${receipt.number} is void`);
    const again = await testApp.call(voidReceipt, { cookie, params, body: { reason: 'Twice' } });
    expect([again.status, again.error.code]).toEqual([409, 'receipt_ended']);
    // What the team voided, money that comes and goes does not bring back.
    const refund = stripe.refund(session, 1_000);
    await deliver(stripeApp, refund);
    await deliver(stripeApp, stripe.settleRefund(refund, 'failed'));
    expect(await receiptsFor(testApp, id)).toMatchObject([{ state: 'void' }]);
  });

  test('replacing corrects the name, and a later refund keeps the correction', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, session } = await aGivenDonation();
    const receipt = await issuedFor(id);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(replaceReceipt, {
      cookie,
      params: { id: receipt.id },
      body: { reason: 'Misspelled', donorName: 'Grace B. Hopper', donorAddress: '' },
    });
    expect(body).toMatchObject({ state: 'issued', replaces: { number: receipt.number } });
    await deliver(stripeApp, stripe.refund(session, 500));
    const receipts = await receiptsFor(testApp, id);
    expect(receipts.map(({ state, donorName }) => [state, donorName])).toEqual([
      ['replaced', 'Grace Hopper'],
      ['replaced', 'Grace B. Hopper'],
      ['issued', 'Grace B. Hopper'],
    ]);
  });

  test('goods in return replace the receipt, which then shows amount, value, and rest', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id } = await aGivenDonation({ amount: 10_000 });
    const cookie = await signIn(testApp);
    const goods = { description: 'A dinner for two', value: 8_000 };
    const { body } = await testApp.call(setDonationGoods, {
      cookie,
      params: { id },
      body: { goods },
    });
    expect(body.goods).toEqual(goods);
    const [, current] = await receiptsFor(testApp, id);
    const { body: pdf } = await testApp.call(getReceiptPdf, {
      cookie,
      params: { id: current?.id ?? anyId('a') },
    });
    const text = (await textOfPdf(pdf.base64)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('A dinner for two');
    expect(text).toContain('limited to the excess of the contribution over that value: $20.00');
    expect(text).not.toContain('No goods or services');
    // The same again is no change.
    await testApp.call(setDonationGoods, { cookie, params: { id }, body: { goods } });
    expect(await receiptsFor(testApp, id)).toHaveLength(2);
    // Another value is one.
    const corrected = { ...goods, value: 7_000 };
    await testApp.call(setDonationGoods, { cookie, params: { id }, body: { goods: corrected } });
    expect((await receiptsFor(testApp, id))[2]).toMatchObject({ goodsValue: 7_000 });
  });

  test('each step is in the audit trail', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id, session } = await aGivenDonation();
    await deliver(stripeApp, stripe.refund(session, 1_000));
    const cookie = await signIn(testApp);
    const receipt = (await receiptsFor(testApp, id))[1];
    await testApp.call(copyReceipt, { cookie, params: { id: receipt?.id ?? anyId('a') } });
    await testApp.call(voidReceipt, {
      cookie,
      params: { id: receipt?.id ?? anyId('a') },
      body: { reason: 'Wrong person' },
    });
    const { body } = await testApp.call(listAudit, { cookie, query: { subjectId: id } });
    const texts = body.map(({ what }) => what);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Issued a receipt',
        'Replaced a receipt',
        'Made a copy of a receipt',
        'Voided a receipt',
      ]),
    );
  });

  test('a treasurer may, an auditor only reads, and a viewer does neither', async () => {
    await switchOnReceipts(testApp, 'us');
    const { id } = await aGivenDonation();
    const params = { id };
    const statuses: Record<string, number[]> = {};
    for (const role of ['treasurer', 'auditor', 'viewer'] as const) {
      const cookie = await signIn(testApp, await aTeamMember(testApp, role));
      const read = await testApp.call(getReceiptsOfDonation, { cookie, params });
      const list = await testApp.call(listDonationReceipts, { cookie });
      const write = await testApp.call(issueReceipts, { cookie, body: { ids: [id] } });
      statuses[role] = [read.status, list.status, write.status];
    }
    expect(statuses).toEqual({
      treasurer: [200, 200, 200],
      auditor: [200, 200, 403],
      viewer: [403, 403, 403],
    });
  });
});

describe('a country that wants the address of the donor', () => {
  test('gives no number without it, says so to the donor, and gives one once it is known', async () => {
    await switchOnReceipts(testApp, 'canada');
    const { id, person } = await aGivenDonation();
    expect(await receiptsFor(testApp, id)).toEqual([]);
    const mail = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    expect(mail.text).toContain('we need your postal address');
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getReceiptsOfDonation, { cookie, params: { id } });
    expect(body.obstacle).toContain('postal address');
  });
});

test('numbers of a year have no gap, and the list finds receipts by year, state, number, and donor', async () => {
  await switchOnReceipts(testApp, 'us');
  const { id, session } = await aGivenDonation();
  await deliver(stripeApp, stripe.refund(session, 2_500));
  const { number } = await issuedFor(id);
  const cookie = await signIn(testApp);
  const { body: all } = await testApp.call(listDonationReceipts, { cookie });
  const serials = all.map((receipt) => Number(receipt.number.slice(5))).sort((a, b) => a - b);
  expect(serials).toEqual(serials.map((_, index) => index + 1));
  const find = async (query: object) =>
    (await testApp.call(listDonationReceipts, { cookie, query })).body.map((each) => each.number);
  expect(await find({ search: number })).toEqual([number]);
  expect(await find({ search: 'hopper' })).toContain(number);
  expect(await find({ search: '%' })).toEqual([]);
  expect(await find({ state: 'void' })).toContain(number);
  expect(await find({ state: 'issued' })).not.toContain(number);
  expect(await find({ year: 2001 })).toEqual([]);
});

test('a receipt is issued on the day that it is where the charity is, with a number of its year', async () => {
  // In one of the two, it is always another day than in UTC.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await switchOnReceipts(testApp, 'us', timeZone);
    const { id } = await aGivenDonation();
    const { number, issuedOn, createdAt } = await issuedFor(id);
    expect(issuedOn, timeZone).toBe(isoDayOf(createdAt, timeZone));
    expect(number.slice(0, 4), timeZone).toBe(issuedOn.slice(0, 4));
  }
});
