import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { DonationId, DonorId } from '#contract/ids.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import {
  declareGiftAid,
  openOwnGiftAid,
  withdrawOwnGiftAid,
} from '#contract/publishing/donor-page.ts';
import {
  getGiftAid,
  listGiftAidDeclarations,
  listGiftAidLines,
  markGiftAidClaimed,
  recordGiftAidDeclaration,
  undoGiftAidClaim,
  withdrawGiftAidDeclaration,
} from '#contract/receipts/gift-aid.ts';
import { giftAidWording, giftAidWordingVersion } from '#core/receipts/gift-aid.ts';
import { catalog } from '#server/exports/catalog.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { eraseOldDeclarations } from '#server/receipts/gift-aid/commands.ts';
import { declareWithDonation } from '#server/receipts/gift-aid/declare.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAdministrator,
  aPerson,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { aDonorToken } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
let cookie = '';

const home = { title: 'Ms', house: '12', address: 'High Street, Leeds', postcode: 's192bd' };
const today = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  cookie = await signIn(testApp, await anAdministrator(testApp));
  const { receipts } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    receipts: {
      ...receipts,
      profile: 'uk-gift-aid',
      asksForGiftAid: true,
      legalName: 'Warm Homes',
      address: '1 Main Street',
      registrationNumber: 'AB12345',
    },
  });
});

async function aGift(amount = 10_000, person = aPerson()) {
  const id = await aDonation(testApp, { amount, person });
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, donorId, person };
}

const record = (id: DonorId, declaredOn = today(), more = {}) =>
  testApp.call(recordGiftAidDeclaration, {
    cookie,
    params: { id },
    body: {
      ...home,
      firstName: 'Ada',
      lastName: 'House-Martin',
      made: 'oral',
      declaredOn,
      ...more,
    },
  });

const dueOf = async (id: DonationId) =>
  (await testApp.call(listGiftAidLines, { cookie, query: {} as never })).body.find(
    (line) => line.id === id,
  );

async function claim(overrides = {}) {
  const { due, adjustments } = (await testApp.call(getGiftAid, { cookie })).body;
  return testApp.call(markGiftAidClaimed, {
    cookie,
    body: {
      claimedOn: today(),
      reference: 'C-1',
      expectedLines: due.lines + adjustments.lines,
      expectedTotal: due.amount - adjustments.amount,
      ...overrides,
    },
  });
}

test('what is declared with a donation counts once it is paid, with the exact sentences', async () => {
  const cause = await aCause(testApp);
  const person = aPerson();
  const body = {
    amount: 2_500,
    causeId: cause.id,
    ...person,
    postalAddress: '12 High Street',
    wantsGiftAid: true,
    giftAidTitle: 'Ms',
    giftAidHouse: '12',
    giftAidPostcode: 'S19 2BD',
  };
  const noHouse = await testApp.call(createDonation, {
    body: { ...body, giftAidHouse: '' } as never,
  });
  expect(noHouse.error.fields).toEqual({ giftAidHouse: 'Required' });
  const declared = async () => {
    const { status } = await testApp.call(createDonation, { body: body as never });
    expect(status).toBe(201);
    return testApp.db
      .selectFrom('giftAidDeclarations')
      .selectAll()
      .where('firstName', '=', person.firstName)
      .where('lastName', '=', person.lastName)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  };
  const find = (id: string) =>
    testApp.db
      .selectFrom('giftAidDeclarations')
      .select('donorId')
      .where('id', '=', id as never)
      .executeTakeFirst();
  const paid = await declared();
  expect(paid).toMatchObject({
    donorId: null,
    made: 'form',
    house: '12',
    postcode: 'S19 2BD',
    charityName: 'Warm Homes',
    wording: giftAidWording('Warm Homes', 'this'),
    wordingVersion: giftAidWordingVersion,
  });
  const checkoutId = paid.checkoutId as DonationId;
  expect(await dueOf(checkoutId)).toBeUndefined();
  await payCheckout(testApp, checkoutId, 2_500);
  expect((await find(paid.id))?.donorId).toEqual(expect.any(String));
  expect(await dueOf(checkoutId)).toMatchObject({ amount: 2_500 });
  // What is not paid leaves with its checkout.
  const unpaid = await declared();
  expect(unpaid.id).not.toBe(paid.id);
  await testApp.db
    .updateTable('checkouts')
    .set({ status: 'cancelled', endedAt: sql<string>`now()` })
    .where('id', '=', unpaid.checkoutId as DonationId)
    .execute();
  expect(await find(unpaid.id)).toBeUndefined();
  // The same form, sent twice, can come later than the end.
  const said = { title: '', house: '12', postcode: '' };
  const settings = testApp.settings.current();
  const late = unpaid.checkoutId as DonationId;
  await declareWithDonation(testApp.db, late, said, person, settings);
  const left = await testApp.db
    .selectFrom('giftAidDeclarations')
    .select('id')
    .where('checkoutId', '=', late)
    .execute();
  expect(left).toEqual([]);
});

test('whoever types the address of somebody else declares for that donation alone', async () => {
  const cause = await aCause(testApp);
  const person = aPerson();
  const gift = await aGift(5_000, person);
  const body = {
    amount: 2_500,
    causeId: cause.id,
    ...person,
    wantsGiftAid: true,
    giftAidHouse: '12',
    giftAidPostcode: '',
    giftAidScope: 'all',
  };
  await testApp.call(createDonation, { body: body as never });
  const { id } = await testApp.db
    .selectFrom('checkouts')
    .select('id')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await payCheckout(testApp, id, 2_500);
  expect(await dueOf(id)).toMatchObject({ amount: 2_500, postcode: '' });
  expect(await dueOf(gift.id)).toBeUndefined();
  const later = await aGift(1_000, person);
  expect(later.donorId).toBe(gift.donorId);
  expect(await dueOf(later.id)).toBeUndefined();
  // The database knows it, too.
  await expect(
    sql`update gift_aid_declarations set covers_others = true where checkout_id = ${id}`.execute(
      testApp.db,
    ),
  ).rejects.toThrow(/gift_aid_declarations/);
});

test('a withdrawal leaves no older declaration that would cover the same', async () => {
  const gift = await aGift();
  await record(gift.donorId);
  const { body: newest } = await record(gift.donorId);
  const withdrawn = await testApp.call(withdrawGiftAidDeclaration, {
    cookie,
    params: { id: newest.id },
    body: { withdrawnOn: today() },
  });
  expect(withdrawn.status).toBe(200);
  expect(await dueOf(gift.id)).toBeUndefined();
});

test('a declaration covers four years back and the future until it is withdrawn', async () => {
  const gift = await aGift();
  expect(await dueOf(gift.id)).toBeUndefined();
  const { body: declaration, status } = await record(gift.donorId);
  expect(status).toBe(201);
  expect(await dueOf(gift.id)).toMatchObject({
    amount: 10_000,
    name: 'Ada House-Martin',
    house: '12',
    postcode: 'S19 2BD',
  });
  const withdrawn = await testApp.call(withdrawGiftAidDeclaration, {
    cookie,
    params: { id: declaration.id },
    body: { withdrawnOn: today() },
  });
  expect(withdrawn.body.withdrawnOn).toBe(today());
  expect(await dueOf(gift.id)).toBeUndefined();
  const again = await testApp.call(withdrawGiftAidDeclaration, {
    cookie,
    params: { id: declaration.id },
    body: { withdrawnOn: today() },
  });
  expect(again.error.code).toBe('gift_aid_withdrawn');
  const late = await record(gift.donorId, '2099-01-01');
  expect(late.error.fields).toEqual({ declaredOn: 'Must be today or earlier' });
});

test('the schedule has the columns of the tax office', async () => {
  const gift = await aGift(12_345);
  await record(gift.donorId);
  const source = { db: testApp.db, timeZone: 'UTC' };
  const list = catalog['gift-aid'];
  const { items } = await list.read(source, {}, { limit: 500 });
  const row = items.find((one) => (one as { id: string }).id === gift.id);
  const cells = list.columns.map(({ title, value }) => [title, value(row as never)]);
  const [year, month, day] = today().split('-');
  expect(cells).toEqual([
    ...[
      ['Title', 'Ms'],
      ['First name', 'Ada'],
      ['Last name', 'House Martin'],
      ['House name or number', '12'],
      ['Postcode', 'S19 2BD'],
      ['Aggregated donations', ''],
      ['Sponsored event', ''],
    ],
    ['Donation date', `${day}/${month}/${year?.slice(2)}`],
    ['Amount', 12_345],
  ]);
  expect(await list.count(source, {})).toBe(items.length);
});

test('what is claimed is not due again; a refund after it is an adjustment of the next claim', async () => {
  const gift = await aGift();
  await record(gift.donorId);
  expect((await claim({ expectedTotal: 1 })).error.code).toBe('gift_aid_changed');
  const claimed = await claim();
  expect(claimed.status).toBe(201);
  expect(await dueOf(gift.id)).toBeUndefined();
  await testApp.db.transaction().execute(async (trx) => {
    await returnMoney(trx, 'reversal', {
      donationId: gift.id,
      amountCents: 4_000,
      actor: 'system',
      source: 'test',
    });
  });
  expect(await dueOf(gift.id)).toMatchObject({ amount: -4_000 });
  expect((await testApp.call(getGiftAid, { cookie })).body.adjustments).toEqual({
    lines: 1,
    amount: 4_000,
  });
  expect((await claim()).status).toBe(201);
  expect(await dueOf(gift.id)).toBeUndefined();
  const { claims } = (await testApp.call(getGiftAid, { cookie })).body;
  expect(claims[0]).toMatchObject({ adjustment: 4_000, undone: null });

  const params = { id: claimed.body.id };
  const body = { reason: 'It was refused.' };
  expect((await testApp.call(undoGiftAidClaim, { cookie, params, body })).status).toBe(204);
  expect((await testApp.call(undoGiftAidClaim, { cookie, params, body })).error.code).toBe(
    'gift_aid_undone',
  );
});

test('what comes back after it was taken off a claim is due again, and the rest is not', async () => {
  const gift = await aGift(2_000);
  await record(gift.donorId);
  expect((await claim()).status).toBe(201);
  const dispute = { kind: 'dispute', disputeId: `dp_${gift.id}`, amountCents: 1_500 } as const;
  await tellReturn(testApp, gift.id, dispute);
  expect(await dueOf(gift.id)).toMatchObject({ amount: -1_500 });
  expect((await claim()).status).toBe(201);
  await tellReturn(testApp, gift.id, { ...dispute, status: 'won', reinstatedCents: 1_500 });
  expect(await dueOf(gift.id)).toMatchObject({ amount: 1_500 });
  expect((await claim()).status).toBe(201);
  expect(await dueOf(gift.id)).toBeUndefined();
});

test('six people who claim at once claim it once', async () => {
  const gift = await aGift();
  await record(gift.donorId);
  const { due, adjustments } = (await testApp.call(getGiftAid, { cookie })).body;
  const expected = {
    claimedOn: today(),
    expectedLines: due.lines + adjustments.lines,
    expectedTotal: due.amount - adjustments.amount,
  };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      testApp.call(markGiftAidClaimed, { cookie, body: { ...expected, reference: '' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const lines = await testApp.db
    .selectFrom('giftAidClaimLines')
    .select('claimId')
    .where('donationId', '=', gift.id)
    .execute();
  expect(lines).toHaveLength(1);
});

test('a donor declares and withdraws on their page, and nobody else does', async () => {
  const gift = await aGift();
  const { token } = await aDonorToken(testApp, gift.person);
  const stranger = await aGift();
  const { token: other } = await aDonorToken(testApp, stranger.person);
  const open = await testApp.call(openOwnGiftAid, { body: { token } });
  expect(open.body).toMatchObject({ isAsked: true, declarations: [] });
  const said = { ...home, firstName: 'Ada', lastName: 'Lovelace' };
  const { body } = await testApp.call(declareGiftAid, { body: { token, ...said } });
  expect(body.declarations).toMatchObject([{ made: 'page', scope: 'all', name: 'Ada Lovelace' }]);
  const declarationId = body.declarations[0]?.id as never;
  const foreign = await testApp.call(withdrawOwnGiftAid, { body: { token: other, declarationId } });
  expect(foreign.status).toBe(404);
  const ended = await testApp.call(withdrawOwnGiftAid, { body: { token, declarationId } });
  expect(ended.body.declarations[0]?.withdrawnOn).toBe(today());
  const seen = await testApp.call(listGiftAidDeclarations, {
    cookie,
    params: { id: gift.donorId },
  });
  expect(seen.body.declarations).toHaveLength(1);
});

test('who declared is kept while a claim relies on it, and removed six years later', async () => {
  const [kept, gone] = [await aGift(), await aGift()];
  await record(kept.donorId);
  expect((await claim()).status).toBe(201);
  await record(gone.donorId);
  for (const { person } of [kept, gone]) {
    const body = { who: person.email, reason: 'They asked.' };
    const answer = await testApp.call(erasePerson, { cookie, body } as never);
    expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(300);
  }
  const nameOf = async (donorId: DonorId) =>
    (
      await testApp.db
        .selectFrom('giftAidDeclarations')
        .select(['firstName', 'house'])
        .where('donorId', '=', donorId)
        .executeTakeFirstOrThrow()
    ).firstName;
  expect(await nameOf(kept.donorId)).toBe('Ada');
  expect(await nameOf(gone.donorId)).toBe('Erased');
  await eraseOldDeclarations(testApp.db);
  expect(await nameOf(kept.donorId)).toBe('Ada');
  await sql`update gift_aid_claims set claimed_on = (now() - interval '6 years 1 day')::date`.execute(
    testApp.db,
  );
  await eraseOldDeclarations(testApp.db);
  expect(await nameOf(kept.donorId)).toBe('Erased');
});

test('with the mark of a claim, the declarations leave that were kept for it alone', async () => {
  const [erased, stays] = [await aGift(), await aGift()];
  await record(erased.donorId);
  await record(stays.donorId);
  const claimed = await claim();
  const body = { who: erased.person.email, reason: 'They asked.' };
  expect((await testApp.call(erasePerson, { cookie, body } as never)).status).toBe(200);
  const params = { id: claimed.body.id };
  const undone = { cookie, params, body: { reason: 'It was refused.' } };
  expect((await testApp.call(undoGiftAidClaim, undone)).status).toBe(204);
  const { firstName } = await testApp.db
    .selectFrom('giftAidDeclarations')
    .select('firstName')
    .where('donorId', '=', erased.donorId)
    .executeTakeFirstOrThrow();
  expect(firstName).toBe('Erased');
  // Nobody can be named to the tax office, so it is not claimed again.
  expect(await dueOf(erased.id)).toBeUndefined();
  expect(await dueOf(stays.id)).toMatchObject({ amount: 10_000 });
});

test('nothing is asked for while it is off', async () => {
  const gift = await aGift();
  const { receipts } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { receipts: { ...receipts, asksForGiftAid: false } });
  expect((await record(gift.donorId)).error.code).toBe('gift_aid_off');
  expect((await testApp.call(getGiftAid, { cookie })).body.isOn).toBe(false);
  await changeSettings(testApp, { receipts });
});
