import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { createDonation } from '#contract/giving/donations.ts';
import {
  addExpectedDonation,
  describeExpectedDonation,
  linkExpectedDonation,
  listExpectedDonations,
  listFittingDonations,
  setExpectedDonationState,
} from '#contract/giving/expected-donations.ts';
import { type DonationId, donationId, type ExpectedDonationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { openDonationPage, saveEmployer } from '#contract/publishing/donation-page.ts';
import { expireExpectedDonations } from '#server/giving/expected-donations/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aPerson,
  aTeamMember,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { aDonationToken } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';

// What an employer or a fund pays is a donation of its own, with its own donor. An expected donation only links to it.
const testApp = useTestApp();
const treasurer = async () => signIn(testApp, await aTeamMember(testApp, 'treasurer'));

async function matched(person = aPerson(), isAnonymous = false): Promise<DonationId> {
  const { id: causeId } = await aCause(testApp);
  const { body } = await testApp.call(createDonation, {
    body: { amount: 5_000, causeId, ...person, isAnonymous, employer: 'Acme Corp.' },
  });
  const id = donationId.parse(body.url.split('/').at(-1));
  await payCheckout(testApp, id, 5_000);
  return id;
}
async function claimOf(id: DonationId, cookie: string) {
  const { body } = await testApp.call(listExpectedDonations, { cookie });
  return body.find((each) => each.donationId === id) ?? expect.fail('No such claim');
}

test('a fund is expected once for each key, however often the answer is lost', async () => {
  const cookie = await treasurer();
  const body = { organization: 'Key Fund', adviserName: 'Ada Byron', adviserEmail: '' };
  const calls = [1, 2, 3].map(() =>
    testApp.call(addExpectedDonation, { cookie, body, idempotencyKey: 'lost-1' }),
  );
  const ids = (await Promise.all(calls)).map((response) => response.body.id);
  expect(new Set(ids).size).toBe(1);
  const { body: all } = await testApp.call(listExpectedDonations, { cookie });
  expect(all.filter(({ organization }) => organization === 'Key Fund')).toHaveLength(1);
});

describe('an employer', () => {
  test('is claimed on the form, confirmed, and pays with a donation of its own', async () => {
    const cookie = await treasurer();
    const id = await matched();
    const claim = await claimOf(id, cookie);
    expect(claim).toMatchObject({
      kind: 'employer',
      organization: 'Acme Corp.',
      person: 'Grace Hopper',
      state: 'claimed',
      paidDonationId: null,
    });
    const before = (await testApp.call(getDesk, { cookie })).body.claims?.count ?? 0;
    const params = { id: claim.id };
    const confirmed = await testApp.call(setExpectedDonationState, {
      cookie,
      params,
      body: { saidState: 'confirmed' as const },
    });
    expect(confirmed.body).toMatchObject({ state: 'confirmed', expectedAmount: null });
    expect((await testApp.call(getDesk, { cookie })).body.claims?.count).toBe(before - 1);
    const own = await testApp.call(linkExpectedDonation, {
      cookie,
      params,
      body: { donationId: id },
    });
    expect([own.status, own.error.code]).toEqual([409, 'not_the_payment']);
    const payment = await aDonation(testApp, { amount: 5_000 });
    const paid = await testApp.call(linkExpectedDonation, {
      cookie,
      params,
      body: { donationId: payment },
    });
    expect(paid.body).toMatchObject({ state: 'paid', paidDonationId: payment });
    const other = await claimOf(await matched(), cookie);
    const twice = await testApp.call(linkExpectedDonation, {
      cookie,
      params: { id: other.id },
      body: { donationId: payment },
    });
    expect([twice.status, twice.error.code]).toEqual([409, 'not_the_payment']);
    const token = await aDonationToken(testApp, id);
    const { body } = await testApp.call(openDonationPage, { body: { token } });
    expect(body).toMatchObject({ amount: 5_000, donor: { employer: { state: 'paid' } } });
    const again = await testApp.call(setExpectedDonationState, {
      cookie,
      params,
      body: { saidState: 'refused' as const },
    });
    expect(again.body).toMatchObject({ state: 'refused', paidDonationId: null });
  });

  test('is named, corrected, and taken back on the donation page until somebody has asked', async () => {
    const cookie = await treasurer();
    const id = await aDonation(testApp);
    const token = await aDonationToken(testApp, id);
    const save = (employer: string) => testApp.call(saveEmployer, { body: { token, employer } });
    await save('Acme');
    expect((await save('Acme Inc.')).body.donor?.employer).toEqual({
      name: 'Acme Inc.',
      state: 'claimed',
    });
    expect((await save('')).body.donor?.employer).toBeNull();
    await save('Acme');
    const { id: claim } = await claimOf(id, cookie);
    await testApp.call(setExpectedDonationState, {
      cookie,
      params: { id: claim },
      body: { saidState: 'refused' as const },
    });
    const late = await save('Another one');
    expect([late.status, late.error.code]).toEqual([409, 'employer_settled']);
  });

  test('is expected for a year', async () => {
    const cookie = await treasurer();
    const { id } = await claimOf(await matched(), cookie);
    const expire = async () => {
      await expireExpectedDonations(testApp.db);
      const query = { expectedState: 'expired' as const };
      const { body } = await testApp.call(listExpectedDonations, { cookie, query });
      return body.map((each) => each.id);
    };
    await sql`update expected_donations set created_at = now() - interval '13 months',
      changed_at = now() - interval '13 months' where id = ${id}`.execute(testApp.db);
    expect(await expire()).toContain(id);
    // Somebody knows better, and is believed.
    const again = { cookie, params: { id }, body: { saidState: 'claimed' as const } };
    expect((await testApp.call(setExpectedDonationState, again)).status).toBe(200);
    expect(await expire()).not.toContain(id);
  });
});

test('what is expected and a note are written down, changed, and taken back, however far it is', async () => {
  const cookie = await treasurer();
  const { id } = await claimOf(await matched(), cookie);
  const params = { id };
  const describeIt = async (body: { expectedAmount?: number; note: string }) =>
    (await testApp.call(describeExpectedDonation, { cookie, params, body })).body;
  const say = async (saidState: 'confirmed' | 'refused') =>
    (await testApp.call(setExpectedDonationState, { cookie, params, body: { saidState } })).body;
  expect(await describeIt({ expectedAmount: 7_500, note: 'Asked Ada' })).toMatchObject({
    state: 'claimed',
    expectedAmount: 7_500,
    note: 'Asked Ada',
  });
  expect(await say('refused')).toMatchObject({
    state: 'refused',
    expectedAmount: 7_500,
    note: 'Asked Ada',
  });
  expect(await describeIt({ note: 'Only in June' })).toMatchObject({
    state: 'refused',
    expectedAmount: null,
    note: 'Only in June',
  });
});

describe('which donation has paid', () => {
  const fitting = async (id: ExpectedDonationId, cookie: string, search?: string) => {
    const query = search === undefined ? {} : { search };
    const { body } = await testApp.call(listFittingDonations, { cookie, params: { id }, query });
    return body;
  };
  // Names and amounts that no other test has.
  const named = (organization: string) => ({
    ...aPerson(),
    firstName: 'The',
    lastName: organization,
  });

  test('is chosen among those of the amount or of a similar name, both before one', async () => {
    const cookie = await treasurer();
    const donor = aPerson();
    const own = await aDonation(testApp, { amount: 77_321, person: donor });
    const { body: claim } = await testApp.call(addExpectedDonation, {
      cookie,
      body: { organization: 'Zephyr Foundation', adviserName: 'Ada', expectedAmount: 77_321 },
    });
    const ofName = await aDonation(testApp, { amount: 1_000, person: named('Zephyr Inc.') });
    const ofBoth = await aDonation(testApp, { amount: 77_321, person: named('Zephyr Inc.') });
    const ofNeither = await aDonation(testApp, { amount: 1_000 });
    const old = await aDonation(testApp, { amount: 77_321 });
    await sql`update donations set received_on = received_on - 31 where id = ${old}`.execute(
      testApp.db,
    );
    const found = await fitting(claim.id, cookie);
    expect(found.map(({ id }) => id)).toEqual([ofBoth, ofName, own]);
    expect(found[0]).toMatchObject({
      donor: 'The Zephyr Inc.',
      amount: 77_321,
      isSameAmount: true,
      isSimilarName: true,
    });
    expect(found[2]).toMatchObject({ isSameAmount: true, isSimilarName: false });
    // Whoever knows better finds every donation: by amount, by the start of its ID, or by name.
    const ids = async (search: string) =>
      (await fitting(claim.id, cookie, search)).map(({ id }) => id);
    expect(await ids('$773.21')).toEqual([ofBoth, own, old]);
    expect(await ids(ofNeither)).toEqual([ofNeither]);
    expect(await ids('zephyr')).toEqual([ofBoth, ofName]);
    const { body: other } = await testApp.call(addExpectedDonation, {
      cookie,
      body: { organization: 'Zephyr', adviserName: 'Ada' },
    });
    const link = { cookie, params: { id: other.id }, body: { donationId: ofName } };
    await testApp.call(linkExpectedDonation, link);
    expect(await ids('zephyr')).toEqual([ofBoth]);
  });

  test('is none that was paid back', async () => {
    const cookie = await treasurer();
    const { body: claim } = await testApp.call(addExpectedDonation, {
      cookie,
      body: { organization: 'Halcyon Fund', adviserName: 'Ada', expectedAmount: 61_007 },
    });
    const id = await aDonation(testApp, { amount: 61_007 });
    expect((await fitting(claim.id, cookie)).map((one) => one.id)).toEqual([id]);
    const body = { amount: 61_007, reason: 'Paid by mistake', stopsPlan: false };
    await testApp.call(createRefund, { cookie, params: { id }, body });
    expect(await fitting(claim.id, cookie)).toEqual([]);
    expect(await fitting(claim.id, cookie, id)).toEqual([]);
    const link = { cookie, params: { id: claim.id }, body: { donationId: id } };
    expect((await testApp.call(linkExpectedDonation, link)).error).toMatchObject({
      code: 'not_the_payment',
      message: expect.stringContaining('paid back'),
    });
  });

  test('is never one of the donor who is matched', async () => {
    const cookie = await treasurer();
    const donor = aPerson();
    const { id } = await claimOf(await matched(donor), cookie);
    const again = await aDonation(testApp, { amount: 5_000, person: donor });
    const found = await fitting(id, cookie);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((each) => each.id)).not.toContain(again);
    expect(await fitting(id, cookie, again)).toEqual([]);
  });
});

test('the list is exported, with a mark at who is anonymous', async () => {
  const cookie = await treasurer();
  await matched(aPerson(), true);
  const { body } = await testApp.call(createExport, {
    cookie,
    body: { list: 'expected-donations', format: 'csv', filter: 'expectedState=claimed' },
  });
  const file = await testApp.request({ url: exportFilePath(body.id), headers: { cookie } });
  const [titles = '', newest = ''] = file.body.split(/\r?\n/);
  expect(titles).toContain('Employer or Fund');
  expect(newest).toContain('Grace Hopper');
  expect(newest).toContain(',Yes,');
  const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
  const refused = await testApp.call(createExport, {
    cookie: viewer,
    body: { list: 'expected-donations', format: 'csv' },
  });
  expect(refused.status).toBe(403);
});

test('the adviser of a fund is thanked, with a sentence that this is no tax receipt, and can be erased', async () => {
  const cookie = await treasurer();
  const adviserEmail = aPerson().email;
  const { body } = await testApp.call(addExpectedDonation, {
    cookie,
    body: { organization: 'Good Fund', adviserName: 'Ada King', adviserEmail },
  });
  const donation = await aDonation(testApp, { amount: 4_321 });
  const link = { cookie, params: { id: body.id }, body: { donationId: donation } };
  await testApp.call(linkExpectedDonation, link);
  await testApp.call(linkExpectedDonation, link);
  const mail = await testApp.inbox.waitFor(adviserEmail, 'Thank you for recommending');
  expect(mail.text).toContain('This is not a tax receipt: the fund is the donor');
  expect(mail.text).not.toContain('43.21');
  // Whoever only corrects which donation it was thanks nobody again.
  const other = await aDonation(testApp, { amount: 5_678 });
  const corrected = await testApp.call(linkExpectedDonation, {
    ...link,
    body: { donationId: other },
  });
  expect(corrected.body.paidDonationId).toBe(other);
  // Nor does whoever took it back in between.
  const back = { cookie, params: link.params, body: { saidState: 'confirmed' as const } };
  expect((await testApp.call(setExpectedDonationState, back)).status).toBe(200);
  expect((await testApp.call(linkExpectedDonation, link)).status).toBe(200);
  expect(await mailsQueuedFor(testApp, adviserEmail)).toBe(1);
  const owner = await signIn(testApp);
  await testApp.call(erasePerson, { cookie: owner, body: { who: adviserEmail } });
  const rows = (await testApp.call(listExpectedDonations, { cookie })).body;
  expect(rows.find(({ id }) => id === body.id)).toMatchObject({ person: null, state: 'paid' });
});

test('whoever may not see donors’ contact data sees none of it', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
  expect((await testApp.call(listExpectedDonations, { cookie })).status).toBe(403);
  const params = { id: newId<ExpectedDonationId>() };
  expect((await testApp.call(listFittingDonations, { cookie, params })).status).toBe(403);
});
