import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { agreeToDonorChange, stopDonorChange } from '#contract/donors/donor-changes.ts';
import {
  correctDonor,
  getDonor,
  joinDonors,
  takeBackDonorChange,
} from '#contract/donors/donors.ts';
import type { DonationId, DonorId } from '#contract/ids.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { createDonationToken } from '#server/donors/donation-links/commands.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  aPerson,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { lockDonors, meet } from '#test/support/locks.ts';

// Two people who change who a donor is at the same moment, while that donor gives or is erased.
const testApp = useTestApp();

async function aDonor() {
  const person = aPerson();
  const donationId = await aDonation(testApp, { person });
  const { donorId: id } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const cookie = await signIn(testApp);
  const { firstName, lastName } = person;
  return {
    id,
    person,
    donationId,
    cookie,
    show: async () => (await testApp.call(getDonor, { cookie, params: { id } })).body,
    correct: (email: string) =>
      testApp.call(correctDonor, { cookie, params: { id }, body: { firstName, lastName, email } }),
    join: (otherId: DonorId) =>
      testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } }),
    takeBack: (changeId: Awaited<ReturnType<typeof lastChange>>['id']) =>
      testApp.call(takeBackDonorChange, { cookie, params: { id, changeId } }),
  };
}

const lastChange = (donorId: DonorId) =>
  testApp.db
    .selectFrom('donorChanges')
    .select(['id', 'email'])
    .where('donorId', '=', donorId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

async function aLinkTo(donorId: DonorId): Promise<string> {
  const token = newToken();
  const { id: changeId } = await lastChange(donorId);
  await testApp.db
    .insertInto('donorChangeLinks')
    .values({ tokenHash: hashToken(token), changeId })
    .execute();
  return token;
}

const donorOf = async (id: DonationId) =>
  (
    await testApp.db
      .selectFrom('donations')
      .select('donorId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).donorId;

test('two people correct a donor at once: each former address is told, and links wait', async () => {
  const donor = await aDonor();
  const [one, other] = [aPerson().email, aPerson().email];
  const answers = await meet(testApp, lockDonors([donor.id]), [
    () => donor.correct(one),
    () => donor.correct(other),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  const { rows } = await sql<{ email: string; isTold: boolean }>`select email, is_told
    from donor_changes where donor_id = ${donor.id} order by id`.execute(testApp.db);
  const now = (await donor.show()).email;
  const between = now === one ? other : one;
  expect(rows).toEqual([
    { email: donor.person.email, isTold: true },
    { email: between, isTold: true },
  ]);
  const recipients = await testApp.db
    .selectFrom('donorMails')
    .select('recipient')
    .where('donorId', '=', donor.id)
    .where('subject', 'like', '%address of your donations was changed%')
    .execute();
  expect(recipients.map(({ recipient }) => recipient).sort()).toEqual(
    [donor.person.email, donor.person.email, between].sort(),
  );
});

test('a donor is corrected by one and joined by another at once: both can be taken back whole', async () => {
  for (const isCorrectedFirst of [true, false]) {
    const [kept, other] = [await aDonor(), await aDonor()];
    const next = aPerson().email;
    const calls = [() => other.correct(next), () => kept.join(other.id)];
    const answers = await meet(
      testApp,
      lockDonors([kept.id, other.id]),
      isCorrectedFirst ? calls : calls.toReversed(),
    );
    const [corrected, joined] = isCorrectedFirst ? answers : answers.toReversed();
    expect(joined?.status).toBe(204);
    expect([204, 409]).toContain(corrected?.status);
    const { id } = await lastChange(kept.id);
    expect((await kept.takeBack(id)).status).toBe(204);
    expect(await other.show()).toMatchObject({
      id: other.id,
      donations: 1,
      email: corrected?.status === 204 ? next : other.person.email,
    });
    if (corrected?.status === 204) {
      expect((await other.takeBack((await lastChange(other.id)).id)).status).toBe(204);
      expect((await other.show()).email).toBe(other.person.email);
    }
    expect(await kept.show()).toMatchObject({ donations: 1, email: kept.person.email });
  }
});

test('two people take the same join back at once, and its link is used: it happens once', async () => {
  const [kept, other] = [await aDonor(), await aDonor()];
  await kept.join(other.id);
  const { id } = await lastChange(kept.id);
  const token = await aLinkTo(kept.id);
  const answers = await meet(testApp, lockDonors([kept.id, other.id]), [
    () => kept.takeBack(id),
    () => kept.takeBack(id),
    () => testApp.call(stopDonorChange, { body: { token } }),
    () => testApp.call(agreeToDonorChange, { body: { token } }),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 3).filter((status) => status < 300)).toHaveLength(1);
  expect(statuses.slice(0, 3).filter((status) => status === 409)).toHaveLength(2);
  expect(await other.show()).toMatchObject({ id: other.id, donations: 1 });
  expect(await kept.show()).toMatchObject({ donations: 1 });
});

test('a join is taken back while a donor is erased: nothing of them is left, or nothing was done', async () => {
  for (const isErasedFirst of [true, false]) {
    const [kept, other] = [await aDonor(), await aDonor()];
    await kept.join(other.id);
    const { id } = await lastChange(kept.id);
    const owner = await signIn(testApp);
    const calls = [
      () => testApp.call(erasePerson, { cookie: owner, body: { who: other.person.email } }),
      () => kept.takeBack(id),
    ];
    const answers = await meet(
      testApp,
      lockDonors([kept.id, other.id]),
      isErasedFirst ? calls : calls.toReversed(),
    );
    const [, takenBack] = isErasedFirst ? answers : answers.toReversed();
    expect([204, 404, 409]).toContain(takenBack?.status);
    const { rows } = await sql<{ text: string }>`select to_jsonb(donors)::text as text from donors
      where id = any(${[kept.id, other.id]}::uuid[])
      union all select to_jsonb(donor_changes)::text from donor_changes`.execute(testApp.db);
    expect(rows.map(({ text }) => text).join()).not.toContain(other.person.email);
  }
});

test('a donation that is booked while a join is taken back is of its address, and none is lost', async () => {
  const { id: causeId } = await aCause(testApp);
  const [kept, other] = [await aDonor(), await aDonor()];
  await kept.join(other.id);
  const { id } = await lastChange(kept.id);
  const checkouts = await Promise.all(
    [kept, other, kept, other].map(({ person }) =>
      aCheckout(testApp, { causeId, person, amount: 500 }),
    ),
  );
  const booked = checkouts.map((checkout) => () => payCheckout(testApp, checkout, 500));
  await meet<unknown[]>(testApp, lockDonors([kept.id, other.id]), [
    ...booked.slice(0, 2),
    () => kept.takeBack(id),
    ...booked.slice(2),
  ]);
  for (const [place, { id: expected }] of [kept, other, kept, other].entries()) {
    expect(await donorOf(checkouts[place] as DonationId)).toBe(expected);
  }
});

test('a link that is made while the address is changed waits like one that is made later', async () => {
  const donor = await aDonor();
  let token = '';
  // A job began before the correction, and reads the address after it.
  await testApp.db.transaction().execute(async (trx) => {
    await sql`select now()`.execute(trx);
    await donor.correct(aPerson().email);
    token = await createDonationToken(trx, donor.donationId);
  });
  expect(await testApp.call(openDonationPage, { body: { token } })).toMatchObject({
    status: 409,
    error: { code: 'address_too_new' },
  });
});
