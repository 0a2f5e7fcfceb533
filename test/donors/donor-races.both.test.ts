import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { correctDonor, getDonor, joinDonors } from '#contract/donors/donors.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId, DonorId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
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

// Donations that are booked while somebody corrects or joins their donors. The embedded database does one thing after
// another, so it shows less of this than PostgreSQL.
const testApp = useTestApp();

async function donorOf(id: DonationId): Promise<DonorId> {
  const { body } = await testApp.call(getDonation, {
    cookie: await signIn(testApp),
    params: { id },
  });
  return body.donor?.id ?? newId();
}

test('two donations of a new address at once make one donor', async () => {
  const { id: causeId } = await aCause(testApp);
  for (let round = 0; round < 10; round++) {
    const person = aPerson();
    const checkouts = await Promise.all(
      [1, 2, 3].map(() => aCheckout(testApp, { causeId, person, amount: 500 })),
    );
    await Promise.all(checkouts.map((id) => payCheckout(testApp, id, 500)));
    const { rows } = await sql`select from donors where email = ${person.email}`.execute(
      testApp.db,
    );
    expect(rows).toHaveLength(1);
  }
});

// Whoever joins locks the record that stays and the other one; a booking may lock one that was joined into it before.
test.each([
  ['from the other record', 'other'],
  ['into the record that stays', 'kept'],
  ['from one that was joined into the other before', 'earlier'],
] as const)('records are joined while donations are booked %s: none is lost', async (_, which) => {
  const cookie = await signIn(testApp);
  const join = (id: DonorId, otherId: DonorId) =>
    testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
  const { id: causeId } = await aCause(testApp);
  for (const place of [0, 1, 2, 3]) {
    const people = { kept: aPerson(), other: aPerson(), earlier: aPerson() };
    const kept = await donorOf(await aDonation(testApp, { causeId, person: people.kept }));
    const other = await donorOf(await aDonation(testApp, { causeId, person: people.other }));
    const earlier = await donorOf(await aDonation(testApp, { causeId, person: people.earlier }));
    await join(other, earlier);
    const checkouts = await Promise.all(
      [1, 2, 3].map(() => aCheckout(testApp, { causeId, person: people[which], amount: 500 })),
    );
    const calls: (() => Promise<unknown>)[] = checkouts.map(
      (id) => () => payCheckout(testApp, id, 500),
    );
    calls.splice(place, 0, () => join(kept, other));
    const answers = await meet(testApp, lockDonors([kept, other]), calls);
    expect(answers[place]).toMatchObject({ status: 204 });
    const { body } = await testApp.call(getDonor, { cookie, params: { id: kept } });
    expect(body).toMatchObject({ id: kept, donations: 6, amount: 31_500 });
  }
});

test('two people join the same records the other way round: one is refused', async () => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  for (let round = 0; round < 8; round++) {
    const [one, other] = [
      await donorOf(await aDonation(testApp, { causeId })),
      await donorOf(await aDonation(testApp, { causeId })),
    ];
    const join = (id: DonorId, otherId: DonorId) =>
      testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
    const answers = await Promise.all([join(one, other), join(other, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const { body } = await testApp.call(getDonor, { cookie, params: { id: one } });
    expect(body.donations).toBe(2);
  }
});

test('an address is corrected while a donation with it is booked: the donation is of it, or of the new one', async () => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  for (const isFirst of [true, false]) {
    const [person, { email }] = [aPerson(), aPerson()];
    const donor = await donorOf(await aDonation(testApp, { causeId, person }));
    const checkout = await aCheckout(testApp, { causeId, person, amount: 500 });
    const { firstName, lastName } = person;
    const correct = (): Promise<unknown> =>
      testApp.call(correctDonor, {
        cookie,
        params: { id: donor },
        body: { firstName, lastName, email },
      });
    const pay = (): Promise<unknown> => payCheckout(testApp, checkout, 500);
    const answers = await meet(
      testApp,
      lockDonors([donor]),
      isFirst ? [correct, pay] : [pay, correct],
    );
    expect(answers[isFirst ? 0 : 1]).toMatchObject({ status: 204 });
    const { body } = await testApp.call(getDonation, { cookie, params: { id: checkout } });
    expect([email, person.email]).toContain(body.email);
    expect(body.donor?.id === donor).toBe(body.email === email);
  }
});
