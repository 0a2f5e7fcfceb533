import { beforeAll, expect, test } from 'vitest';
import { getDonor, joinDonors } from '#contract/donors/donors.ts';
import type { DonorId, VolunteerOfferId } from '#contract/ids.ts';
import { changeDonationPage } from '#contract/publishing/donation-page.ts';
import {
  confirmHours,
  listVolunteers,
  recordHours,
  sendThanks,
  undoHours,
} from '#contract/volunteers/volunteers.ts';
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
import { aDonationToken } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { trail } from '#test/support/trail.ts';

// Several people who look after the same volunteers. The embedded database does one thing after another, so it shows
// less of this than PostgreSQL.
const testApp = useTestApp();
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const offersOf = async (search: string) =>
  (await testApp.call(listVolunteers, { cookie, query: { search } })).body;
async function aVolunteer(person = aPerson()) {
  const donationId = await aDonation(testApp, { person, isAvailableToVolunteerTime: true });
  const [offer] = await offersOf(person.email);
  return {
    id: offer?.id ?? newId<VolunteerOfferId>(),
    donorId: offer?.person?.donorId ?? newId<DonorId>(),
    donationId,
    email: person.email,
  };
}
type Volunteer = Awaited<ReturnType<typeof aVolunteer>>;
const record = (id: VolunteerOfferId, minutes: number, isConfirmed = true) =>
  testApp.call(recordHours, {
    cookie,
    params: { id },
    body: { day: '2026-03-14', minutes, what: 'Drove', nominationId: null, isConfirmed },
  });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test('two people confirm the same hours: one of them does', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await aVolunteer();
    const { body } = await record(id, 60, false);
    const confirm = () => testApp.call(confirmHours, { cookie, params: { id, hoursId: body.id } });
    expect(statuses(await Promise.all([confirm(), confirm()]))).toEqual([204, 409]);
    const entries = await trail(testApp, { subjectId: id });
    expect(entries.filter(({ action }) => action === 'volunteer.hours_confirmed')).toHaveLength(1);
  }
});

test('hours are confirmed and undone at once: they do not count in the end', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, email } = await aVolunteer();
    const { body } = await record(id, 60, false);
    const params = { id, hoursId: body.id };
    const [, undone] = await Promise.all([
      testApp.call(confirmHours, { cookie, params }),
      testApp.call(undoHours, { cookie, params, body: { reason: 'A mistake' } }),
    ]);
    expect(undone.status).toBe(204);
    expect(await offersOf(email)).toMatchObject([{ minutes: 0, unconfirmedMinutes: 0 }]);
  }
});

test('many record hours of one day at once: never more than a day has', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await aVolunteer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => record(id, 600)));
    expect(statuses(answers)).toEqual([201, 201, 409, 409]);
  }
});

test('two people say thanks at once: one mail leaves', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, email } = await aVolunteer();
    await record(id, 60);
    const before = await mailsQueuedFor(testApp, email);
    const thank = () =>
      testApp.call(sendThanks, {
        cookie,
        params: { id },
        body: { text: 'Thanks', isAgain: false },
      });
    expect(statuses(await Promise.all([thank(), thank()]))).toEqual([204, 409]);
    expect(await mailsQueuedFor(testApp, email)).toBe(before + 1);
  }
});

const join = (kept: Volunteer, other: Volunteer): Promise<{ status: number }> =>
  testApp.call(joinDonors, {
    cookie,
    params: { id: kept.donorId },
    body: { otherId: other.donorId },
  });

test('donors are joined while hours of both are recorded: none is lost, and no day has too many', async () => {
  for (const place of [0, 1, 2, 3, 4]) {
    const [kept, other] = [await aVolunteer(), await aVolunteer()];
    const calls: (() => Promise<{ status: number }>)[] = [kept, other, kept, other].map(
      ({ id }) =>
        () =>
          record(id, 300),
    );
    calls.splice(place, 0, () => join(kept, other));
    const recorded = await meet(testApp, lockDonors([other.donorId]), calls);
    const [joined] = recorded.splice(place, 1);
    expect(joined?.status).toBe(204);
    const stored = recorded.filter(({ status }) => status === 201).length;
    expect(statuses(recorded).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const { body } = await testApp.call(getDonor, { cookie, params: { id: kept.donorId } });
    expect(body.offersOfTime).toHaveLength(2);
    const minutes = body.offersOfTime.reduce((sum, offer) => sum + offer.minutes, 0);
    expect(minutes).toBe(stored * 300);
    expect(minutes).toBeLessThanOrEqual(1440);
  }
});

test('donations with the same new address offer time at once: one offer', async () => {
  const { id: causeId } = await aCause(testApp);
  for (let round = 0; round < 8; round++) {
    const person = aPerson();
    const offering = { causeId, person, amount: 500, isAvailableToVolunteerTime: true };
    const checkouts = await Promise.all([1, 2, 3].map(() => aCheckout(testApp, offering)));
    await Promise.all(checkouts.map((id) => payCheckout(testApp, id, 500)));
    expect(await offersOf(person.email)).toHaveLength(1);
  }
});

test('a donor changes the choice while the records are joined: the offer follows the donation', async () => {
  for (const isFirst of [true, false]) {
    const [kept, other] = [await aVolunteer(), await aVolunteer()];
    const token = await aDonationToken(testApp, other.donationId);
    const change = (): Promise<{ status: number }> =>
      testApp.call(changeDonationPage, { body: { token, isAvailableToVolunteerTime: false } });
    const calls = [() => join(kept, other), change];
    const answers = await meet(
      testApp,
      lockDonors([other.donorId]),
      isFirst ? calls : calls.toReversed(),
    );
    expect(statuses(answers)).toEqual([200, 204]);
    const offers = await offersOf(kept.email);
    expect(offers).toHaveLength(2);
    // Kept if they were one donor first, whose other donation still offers time.
    const state = offers.find(({ id }) => id === other.id)?.state;
    expect(['withdrawn', 'new']).toContain(state);
    expect(offers.find(({ id }) => id === kept.id)?.state).toBe('new');
  }
});
