import { expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aBoundCheckout,
  aBoundDonation,
  aPublicNeed,
  endGraceOf,
} from '#test/support/bound-donations.ts';
import {
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const rounds = repeats({ change: 5, release: 50 });
const free = () => freeDonations(testApp.db, testApp.mailer);

const rowOf = (id: DonationId) =>
  testApp.db
    .selectFrom('donations')
    .select(['allocatedCents', 'releasedFromBoundAt', 'releasedFromBoundWhy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a need that is completed while its donation is allocated: to it or to nobody, and then it is free', async () => {
  const cookie = await signIn(testApp);
  const actor = await anAdministrator(testApp);
  for (let round = 0; round < rounds; round++) {
    const need = await aPublicNeed(testApp);
    const other = await anAcceptedNomination(testApp, { causeId: need.causeId });
    const donationId = await aBoundDonation(testApp, need);
    await endGraceOf(testApp, need.id);
    const allocate = (nominationId: typeof other) =>
      testApp.call(createAllocation, { cookie, body: { amount: 4_000, donationId, nominationId } });
    const [own, foreign] = await Promise.all([
      allocate(need.id),
      allocate(other),
      changeNominationStatus(
        testApp.db,
        actor,
        { id: need.id, action: 'complete' },
        testApp.mailer,
      ),
      free(),
    ]);
    expect([201, 409]).toContain(own.status);
    expect([foreign.status, foreign.error?.code]).toEqual([409, 'bound_to_other_need']);
    await endGraceOf(testApp, need.id);
    const [, late] = await Promise.all([free(), allocate(other), free()]);
    expect([201, 409]).toContain(late.status);
    const taken = (own.status === 201 ? 4_000 : 0) + (late.status === 201 ? 4_000 : 0);
    expect(await rowOf(donationId)).toMatchObject({
      allocatedCents: taken,
      releasedFromBoundWhy: 'completed',
    });
    expect((await allocate(other)).status).toBe(taken === 8_000 ? 409 : 201);
  }
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('several jobs that free the same donations at once: each donor gets one mail', async () => {
  const actor = await anAdministrator(testApp);
  for (let round = 0; round < rounds; round++) {
    const need = await aPublicNeed(testApp);
    const people = [aPerson(), aPerson(), aPerson()];
    for (const person of people) await aBoundDonation(testApp, need, { person });
    await changeNominationStatus(
      testApp.db,
      actor,
      { id: need.id, action: 'complete' },
      testApp.mailer,
    );
    await endGraceOf(testApp, need.id);
    await Promise.all([free(), free(), free(), free()]);
    for (const { email } of people) expect(await mailsQueuedFor(testApp, email)).toBe(2);
    const { entries } = await testApp.db
      .selectFrom('auditEntries')
      .innerJoin('donations', (join) =>
        join.onRef('donations.id', '=', (row) => row.cast('subjectId', 'uuid')),
      )
      .select((row) => row.fn.countAll<number>().as('entries'))
      .where('action', '=', 'donation.freed')
      .where('boundTo', '=', need.id)
      .executeTakeFirstOrThrow();
    expect(entries).toBe(people.length);
  }
});

test('a payment that comes while its need is completed ends up free, and its donor knows', async () => {
  const actor = await anAdministrator(testApp);
  for (let round = 0; round < rounds; round++) {
    const need = await aPublicNeed(testApp);
    const person = aPerson();
    const id = await aBoundCheckout(testApp, need, { person });
    await Promise.all([
      payCheckout(testApp, id, 10_000),
      changeNominationStatus(
        testApp.db,
        actor,
        { id: need.id, action: 'complete' },
        testApp.mailer,
      ),
    ]);
    const booked = await rowOf(id);
    await endGraceOf(testApp, need.id);
    await free();
    expect((await rowOf(id)).releasedFromBoundWhy).toBe('completed');
    // The receipt says that it is free, or a second mail does.
    const mails = booked.releasedFromBoundAt === null ? 2 : 1;
    expect(await mailsQueuedFor(testApp, person.email)).toBe(mails);
  }
});
