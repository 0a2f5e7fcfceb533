import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { correctDonor, getDonor, joinDonors, listDonors } from '#contract/donors/donors.ts';
import type { DonationId, NominationId, VolunteerOfferId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { changeDonationPage } from '#contract/publishing/donation-page.ts';
import { openDonorPage } from '#contract/publishing/donor-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import {
  addVolunteer,
  changeVolunteer,
  confirmHours,
  correctVolunteer,
  draftThanks,
  getVolunteer,
  listVolunteerChoices,
  listVolunteers,
  previewThanks,
  recordHours,
  sendThanks,
  undoHours,
  type Volunteer,
} from '#contract/volunteers/volunteers.ts';
import { dayAfter, isoDayOf } from '#core/platform/dates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allPages } from '#test/support/all-pages.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  aTeamMember,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { aDonationToken, aDonorToken, aPublishedNeed } from '#test/support/proof.ts';
import { changeSettings } from '#test/support/settings.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp();
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const list = async (query: Record<string, string | number> = {}) =>
  allPages(testApp, listVolunteers, { cookie, query });
const show = async (id: VolunteerOfferId): Promise<Volunteer> =>
  (await testApp.call(getVolunteer, { cookie, params: { id } })).body;
/** The offers of one person, by the address. */
const offersOf = async (email: string) => list({ search: email });
/** Somebody who offers time with a donation. */
async function aVolunteer(person = aPerson()) {
  const donationId = await aDonation(testApp, { person, isAvailableToVolunteerTime: true });
  const [offer] = await offersOf(person.email);
  if (!offer) throw new Error('There is no offer.');
  return { ...offer, email: person.email, donationId };
}
const aCaller = () => {
  const { zip: _, ...person } = aPerson();
  return { ...person, nominationId: null, notes: '' };
};
/** Somebody whom the team entered. */
async function aCallerOffer(changes: Partial<ReturnType<typeof aCaller>> = {}) {
  const person = { ...aCaller(), ...changes };
  const { body } = await testApp.call(addVolunteer, { cookie, body: person });
  return { id: body.id, ...person };
}
const today = () => isoDayOf(new Date(), testApp.settings.current().timeZone);
interface Work {
  day?: string;
  minutes?: number;
  what?: string;
  nominationId?: NominationId | null;
  isConfirmed?: boolean;
}
const record = (id: VolunteerOfferId, work: Work = {}) =>
  testApp.call(recordHours, {
    cookie,
    params: { id },
    body: {
      day: '2026-03-14',
      minutes: 90,
      what: 'Drove two families',
      nominationId: null,
      isConfirmed: true,
      ...work,
    },
  });
const change = (id: VolunteerOfferId, body: object) =>
  testApp.call(changeVolunteer, { cookie, params: { id }, body });

describe('an offer of time', () => {
  test('comes into the list with the donation, and the team gets an email', async () => {
    const person = { ...aPerson(), lastName: 'Quisenberry' };
    const donationId = await aDonation(testApp, { person, isAvailableToVolunteerTime: true });
    await aDonation(testApp);
    const [offer, ...others] = await offersOf(person.email);
    expect(others).toEqual([]);
    expect(offer).toMatchObject({
      state: 'new',
      person: {
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        phone: person.phone,
        donorId: expect.any(String),
      },
      need: null,
      assignedTo: null,
      minutes: 0,
      thankedAt: null,
    });
    expect(await show(offer?.id ?? newId())).toMatchObject({ donationId, hours: [], thanks: [] });
    const mail = await testApp.inbox.until(teamEmail, 'mail about the offer', (mails) =>
      mails.find(({ text }) => text?.includes(`/admin/volunteers/${offer?.id}`)),
    );
    expect(mail.subject).toContain('Somebody offers their time');
    for (const text of [mail.text, mail.html]) {
      expect(text).not.toContain(person.email);
      expect(text).not.toContain(person.lastName);
    }
  });

  test('of the same donor is one, until it is finished', async () => {
    const person = aPerson();
    const give = () => aDonation(testApp, { person, isAvailableToVolunteerTime: true });
    await give();
    await give();
    const [offer] = await offersOf(person.email);
    expect(await offersOf(person.email)).toHaveLength(1);
    await change(offer?.id ?? newId(), { state: 'done' });
    await give();
    expect((await offersOf(person.email)).map(({ state }) => state)).toEqual(['new', 'done']);
  });

  test('is withdrawn and made again by the donor', async () => {
    const { id, donationId } = await aVolunteer();
    const token = await aDonationToken(testApp, donationId);
    const choose = (isAvailableToVolunteerTime: boolean) =>
      testApp.call(changeDonationPage, { body: { token, isAvailableToVolunteerTime } });
    await choose(false);
    expect((await show(id)).state).toBe('withdrawn');
    await choose(false);
    await choose(true);
    expect((await show(id)).state).toBe('new');
    await change(id, { state: 'declined' });
    // The same choice again is no new offer.
    await choose(true);
    expect((await show(id)).state).toBe('declined');
    await choose(false);
    expect((await show(id)).state).toBe('declined');
  });

  test('stays while another donation still makes it', async () => {
    const person = aPerson();
    const { id, donationId } = await aVolunteer(person);
    await aDonation(testApp, { person, isAvailableToVolunteerTime: true });
    const token = await aDonationToken(testApp, donationId);
    await testApp.call(changeDonationPage, { body: { token, isAvailableToVolunteerTime: false } });
    expect((await show(id)).state).toBe('new');
  });

  test('is answered, assigned, and given to a need, with a trail that names no contents', async () => {
    const { id } = await aVolunteer();
    const colleague = await aTeamMember(testApp, 'treasurer');
    const nominationId = await anAcceptedNomination(testApp, { nominee: 'Maria Lopez' });
    const body = { state: 'agreed', assignedToId: colleague.id, nominationId, notes: 'Saturdays' };
    expect((await change(id, body)).status).toBe(204);
    expect(await show(id)).toMatchObject({
      state: 'agreed',
      assignedTo: { id: colleague.id, name: 'Grace Hopper' },
      need: { id: nominationId, nominee: 'Maria Lopez' },
      notes: 'Saturdays',
    });
    const entries = await trail(testApp, { subjectId: id });
    expect(entries.map(({ action }) => action)).toEqual(['volunteer.changed']);
    expect(JSON.stringify(entries)).not.toContain('Saturdays');
    // What is left out stays, and nothing new is no entry.
    await change(id, { state: 'agreed' });
    await change(id, { assignedToId: null });
    expect(await show(id)).toMatchObject({ state: 'agreed', assignedTo: null, notes: 'Saturdays' });
    expect(await trail(testApp, { subjectId: id })).toHaveLength(2);
  });

  test('is assigned only to whoever looks after volunteers, and only for what was accepted', async () => {
    const { id } = await aVolunteer();
    const { id: viewer } = await aTeamMember(testApp, 'viewer');
    expect((await change(id, { assignedToId: viewer })).status).toBe(404);
    expect((await change(id, { assignedToId: newId() })).status).toBe(404);
    const pending = await aNomination(testApp);
    expect(await change(id, { nominationId: pending })).toMatchObject({
      status: 409,
      error: { code: 'nomination_not_accepted' },
    });
    expect((await change(id, { state: 'withdrawn' })).status).toBe(400);
    expect((await change(newId(), { state: 'done' })).status).toBe(404);
    const { body } = await testApp.call(listVolunteerChoices, { cookie });
    expect(body.colleagues.map((each) => each.id)).not.toContain(viewer);
    expect(body.needs.map((each) => each.id)).not.toContain(pending);
  });
});

describe('an offer of time by phone', () => {
  test('is entered by hand, and a donor is recognized by the address', async () => {
    const { email } = await aVolunteer();
    const stranger = await aCallerOffer({ email: '', phone: '555-0177', notes: 'Has a van' });
    expect(await show(stranger.id)).toMatchObject({
      person: { email: '', phone: '555-0177', donorId: null },
      notes: 'Has a van',
      donationId: null,
    });
    const known = await aCallerOffer({ email: email.toUpperCase() });
    expect((await show(known.id)).person).toMatchObject({ email, donorId: expect.any(String) });
    expect((await trail(testApp, { subjectId: known.id })).map(({ action }) => action)).toEqual([
      'volunteer.added',
    ]);
  });

  test('needs a way to reach somebody', async () => {
    const body = { ...aCaller(), email: '', phone: '' };
    expect(await testApp.call(addVolunteer, { cookie, body })).toMatchObject({
      status: 400,
      error: { fields: { phone: 'Enter an email address or a phone number' } },
    });
  });

  test('is entered once for the same key', async () => {
    const body = aCaller();
    const idempotencyKey = newId();
    const call = () => testApp.call(addVolunteer, { cookie, body, idempotencyKey });
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect(await offersOf(body.email)).toHaveLength(1);
  });

  test('of somebody who called is the donor’s, once they offer time with a donation', async () => {
    const caller = await aCallerOffer();
    const person = { ...aPerson(), email: caller.email.toUpperCase() };
    await aDonation(testApp, { person, isAvailableToVolunteerTime: true });
    const offers = await offersOf(caller.email);
    expect(offers).toMatchObject([{ id: caller.id, person: { donorId: expect.any(String) } }]);
  });

  test('that the team changed is in the trail with what it was, but for what was noted about somebody', async () => {
    const { id } = await aCallerOffer({ notes: 'On Mondays' });
    await change(id, { state: 'contacted', notes: 'Only on Sundays', nominationId: null });
    await change(id, { state: 'contacted', notes: 'Only on Sundays' });
    const entries = await trail(testApp, { subjectId: id });
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      [
        'volunteer.changed',
        [
          { field: 'State', before: 'New', after: 'Contacted' },
          { field: 'Changed', before: null, after: 'Notes' },
        ],
      ],
      ['volunteer.added', []],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Mondays|Sundays/);
  });

  test('of somebody who is no donor is corrected here, that of a donor on the donor’s page', async () => {
    const caller = await aCallerOffer();
    const { nominationId: _, notes: __, ...person } = aCaller();
    const correct = (id: VolunteerOfferId) =>
      testApp.call(correctVolunteer, { cookie, params: { id }, body: person });
    expect((await correct(caller.id)).status).toBe(204);
    expect((await show(caller.id)).person).toMatchObject(person);
    const [entry] = await trail(testApp, { subjectId: caller.id });
    expect(entry?.changes).toEqual([{ field: 'Changed', before: null, after: 'Email address' }]);
    const { id, donationId } = await aVolunteer();
    expect(await correct(id)).toMatchObject({
      status: 409,
      error: { code: 'volunteer_is_donor' },
    });
    const donorId = await donorOf(donationId);
    const { firstName, email } = person;
    const body = { firstName, lastName: 'Murray-Hopper', email: `new-${email}` };
    await testApp.call(correctDonor, { cookie, params: { id: donorId }, body });
    expect((await show(id)).person).toMatchObject(body);
  });
});

async function donorOf(donationId: DonationId) {
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  return donorId;
}

describe('the list of offers', () => {
  test('is filtered by state, colleague, need, and hours to confirm, and sorted', async () => {
    const colleague = await aTeamMember(testApp, 'treasurer');
    const nominationId = await anAcceptedNomination(testApp);
    const offers = [await aVolunteer(), await aVolunteer(), await aVolunteer()];
    const ids = offers.map(({ id }) => id);
    const [first, second, third] = ids as [VolunteerOfferId, VolunteerOfferId, VolunteerOfferId];
    for (const [number, id] of ids.entries()) {
      await change(id, { assignedToId: colleague.id });
      // The embedded database may give them the same moment.
      await sql`update volunteer_offers set created_at = created_at + make_interval(secs => ${number}) where id = ${id}`.execute(
        testApp.db,
      );
    }
    const found = async (query: object) =>
      (await list({ assignedToId: colleague.id, ...query })).map(({ id }) => id);
    expect(await found({ limit: 1 })).toEqual([third, second, first]);
    expect(await found({ limit: 1, order: 'oldest' })).toEqual([first, second, third]);
    await change(first, { state: 'done' });
    await change(second, { state: 'contacted' });
    expect(await found({ state: 'done' })).toEqual([first]);
    expect(await found({ state: 'open' })).toEqual([third, second]);
    await record(first, { nominationId });
    await change(third, { nominationId });
    expect(await found({ nominationId })).toEqual([third, first]);
    await record(second, { isConfirmed: false });
    expect(await found({ isUnconfirmed: 'true' })).toEqual([second]);
    // Hours that nobody has confirmed do not count; one of a page shows that the cursor does.
    expect(await found({ limit: 1, order: 'hours' })).toEqual([first, third, second]);
  });

  test('finds parts of names, addresses, and phone numbers, of donors and of others', async () => {
    const mark = aPerson().email.slice(6, 14);
    const donor = await aVolunteer({ ...aPerson(), firstName: 'José', lastName: `Q${mark}` });
    const caller = await aCallerOffer({ lastName: `Q${mark}`, phone: `+1 ${mark}` });
    const found = async (search: string) => (await list({ search })).map(({ id }) => id).sort();
    expect(await found(`q${mark}`)).toEqual([donor.id, caller.id].sort());
    expect(await found(`jose q${mark}`)).toEqual([donor.id]);
    expect(await found(`+1 ${mark}`)).toEqual([caller.id]);
    expect(await found('%')).toEqual([]);
  });

  test('names nobody to whoever may not see donors', async () => {
    const offer = await aVolunteer();
    await change(offer.id, { notes: 'A secret note' });
    const { body: entry } = await record(offer.id, { what: 'A secret drive' });
    await testApp.call(undoHours, {
      cookie,
      params: { id: offer.id, hoursId: entry.id },
      body: { reason: 'A secret reason' },
    });
    await record(offer.id, { what: 'A secret drive' });
    await thank(offer.id, { text: 'A secret thank-you' });
    for (const role of ['viewer', 'case-worker', 'publisher'] as const) {
      const as = { cookie: await signIn(testApp, await aTeamMember(testApp, role)) };
      const seen = await testApp.call(getVolunteer, { ...as, params: { id: offer.id } });
      expect(seen.body).toMatchObject({ id: offer.id, person: null, notes: null, minutes: 90 });
      const listed = await allPages(testApp, listVolunteers, { ...as, query: {} });
      expect(listed.map(({ id }) => id)).toContain(offer.id);
      const all = JSON.stringify([seen.body, listed.find(({ id }) => id === offer.id)]);
      for (const text of ['secret', offer.email, '555-0100']) expect(all).not.toContain(text);
      const probing = await testApp.call(listVolunteers, { ...as, query: { search: 'a' } });
      expect(probing).toMatchObject({ status: 403, error: { code: 'not_allowed' } });
    }
  });
});

test('a volunteer coordinator reads and answers offers, and sees no donor and no story', async () => {
  const offer = await aVolunteer();
  const as = { cookie: await signIn(testApp, await aTeamMember(testApp, 'volunteer-coordinator')) };
  const params = { id: offer.id };
  const { body } = await testApp.call(getVolunteer, { ...as, params });
  expect(body.person).toMatchObject({ email: offer.email, donorId: null });
  // It would name whoever gave anonymously.
  expect(body).toMatchObject({ isFromDonation: true, donationId: null });
  const opened = { subjectId: offer.id, action: 'contact.volunteer_opened' } as const;
  expect((await testApp.call(listAudit, { cookie, query: opened })).body.length).toBe(1);
  const work = {
    day: '2026-03-14',
    minutes: 60,
    what: 'Drove',
    nominationId: null,
    isConfirmed: true,
  };
  expect((await testApp.call(recordHours, { ...as, params, body: work })).status).toBe(201);
  expect((await testApp.call(listDonors, { ...as, query: {} })).status).toBe(403);
});

describe('hours', () => {
  test('count once they are confirmed, by whoever records them or by somebody else', async () => {
    const { id } = await aVolunteer();
    await record(id, { minutes: 90 });
    const { body: entry } = await record(id, { minutes: 30, isConfirmed: false });
    expect(await show(id)).toMatchObject({ minutes: 90, unconfirmedMinutes: 30 });
    const other = await aTeamMember(testApp, 'treasurer');
    const confirm = async () =>
      testApp.call(confirmHours, {
        cookie: await signIn(testApp, other),
        params: { id, hoursId: entry.id },
      });
    expect((await confirm()).status).toBe(204);
    expect(await confirm()).toMatchObject({ status: 409, error: { code: 'hours_closed' } });
    const { hours, ...offer } = await show(id);
    expect(offer).toMatchObject({ minutes: 120, unconfirmedMinutes: 0 });
    expect(hours.find((each) => each.id === entry.id)).toMatchObject({
      minutes: 30,
      what: 'Drove two families',
      confirmed: { by: `${other.firstName} ${other.lastName}` },
      undone: null,
    });
    expect((await trail(testApp, { subjectId: id })).map(({ action }) => action)).toEqual([
      'volunteer.hours_confirmed',
      'volunteer.hours_recorded',
      'volunteer.hours_recorded',
    ]);
  });

  test('are undone with a reason, stay in the list, and make room in the day', async () => {
    const { id } = await aVolunteer();
    const { body: entry } = await record(id, { minutes: 1440 });
    expect(await record(id, { minutes: 1 })).toMatchObject({
      status: 409,
      error: { code: 'too_many_hours', fields: { minutes: 'Already 24 hours on that day' } },
    });
    const undo = () =>
      testApp.call(undoHours, {
        cookie,
        params: { id, hoursId: entry.id },
        body: { reason: 'The wrong day' },
      });
    expect((await undo()).status).toBe(204);
    expect(await undo()).toMatchObject({ status: 409, error: { code: 'hours_closed' } });
    const confirm = { cookie, params: { id, hoursId: entry.id } };
    expect((await testApp.call(confirmHours, confirm)).status).toBe(409);
    expect((await show(id)).hours).toMatchObject([{ undone: { reason: 'The wrong day' } }]);
    expect((await show(id)).minutes).toBe(0);
    expect((await record(id, { minutes: 1 })).status).toBe(201);
  });

  test('of one person on one day are at most 24 together, whatever the offer', async () => {
    const person = aPerson();
    const offer = await aVolunteer(person);
    const other = await aCallerOffer({ email: person.email });
    expect((await record(offer.id, { minutes: 1000 })).status).toBe(201);
    expect((await record(other.id, { minutes: 441 })).error.code).toBe('too_many_hours');
    expect((await record(other.id, { minutes: 440 })).status).toBe(201);
    expect((await record(other.id, { minutes: 441, day: '2026-03-15' })).status).toBe(201);
  });

  test('are not in the future where the charity is', async () => {
    const { id } = await aVolunteer();
    // One of these has begun the next day already, and the other one has not.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await changeSettings(testApp, { timeZone });
      expect((await record(id, { day: today(), minutes: 1 })).status, timeZone).toBe(201);
      expect(await record(id, { day: dayAfter(today()), minutes: 1 }), timeZone).toMatchObject({
        status: 400,
        error: { fields: { day: 'Must not be in the future' } },
      });
    }
  });

  test('are not on a day whose year was mistyped', async () => {
    const { id } = await aVolunteer();
    for (const [day, problem] of [
      ['0202-03-14', 'Choose a year from 1900 to 2999'],
      ['1926-03-14', 'Must be in 2000 or later'],
    ]) {
      expect(await record(id, { day, minutes: 1 })).toMatchObject({
        status: 400,
        error: { fields: { day: problem } },
      });
    }
  });

  test.each([0, -5, 1441, 1.5])('of %s minutes are refused', async (minutes) => {
    const { id } = await aVolunteer();
    expect((await record(id, { minutes })).status).toBe(400);
  });

  test('are recorded once for the same key', async () => {
    const { id } = await aVolunteer();
    const call = (minutes: number, idempotencyKey: string) =>
      testApp.call(recordHours, {
        cookie,
        params: { id },
        body: { day: '2026-03-14', minutes, what: 'X', nominationId: null, isConfirmed: true },
        idempotencyKey,
      });
    const key = newId();
    expect((await call(60, key)).body).toEqual((await call(60, key)).body);
    expect((await call(61, key)).error.code).toBe('idempotency_key_reused');
    expect((await show(id)).minutes).toBe(60);
  });

  test('cannot be changed silently, not even in the database', async () => {
    const { id } = await aVolunteer();
    const { body: entry } = await record(id);
    const set = (what: string) =>
      sql`update volunteer_hours set ${sql.raw(what)} where id = ${entry.id}`.execute(testApp.db);
    await expect(set('minutes = 600')).rejects.toThrow('recorded hours are not changed');
    await expect(set("day = '2020-01-01'")).rejects.toThrow('recorded hours are not changed');
    await expect(set('confirmed_at = null, confirmed_by = null')).rejects.toThrow();
    // What somebody typed can be erased.
    await set("what = ''");
  });

  test('are nobody’s to record or confirm who may only read', async () => {
    const { id } = await aVolunteer();
    const { body: entry } = await record(id, { isConfirmed: false });
    for (const role of ['viewer', 'case-worker', 'publisher', 'auditor'] as const) {
      const as = await signIn(testApp, await aTeamMember(testApp, role));
      const params = { id, hoursId: entry.id };
      expect((await testApp.call(confirmHours, { cookie: as, params })).status, role).toBe(403);
    }
  });
});

const thank = (id: VolunteerOfferId, { text = 'Thank you!', isAgain = false } = {}) =>
  testApp.call(sendThanks, { cookie, params: { id }, body: { text, isAgain } });

describe('thanks', () => {
  test('name what was done, and are sent once unless asked for again', async () => {
    const offer = await aVolunteer();
    const draft = () => testApp.call(draftThanks, { cookie, params: { id: offer.id } });
    expect(await draft()).toMatchObject({ status: 409, error: { code: 'cannot_thank' } });
    expect((await thank(offer.id)).error.code).toBe('cannot_thank');
    await record(offer.id, { minutes: 90, day: '2026-03-14', what: 'Drove two families' });
    await record(offer.id, { minutes: 60, day: '2026-03-15', what: 'Cooked', isConfirmed: false });
    const { text, to } = (await draft()).body;
    expect(to).toBe(offer.email);
    expect(text).toContain('03/14/2026, 1 hour 30 minutes: Drove two families');
    expect(text).not.toContain('Cooked');
    const words = `${text}\n\n<b>Come back & see us</b>`;
    const preview = await testApp.call(previewThanks, {
      cookie,
      params: { id: offer.id },
      body: { text: words },
    });
    expect(preview.body.html).toContain('&lt;b&gt;Come back &amp; see us');
    expect((await thank(offer.id, { text: words })).status).toBe(204);
    const mail = await testApp.inbox.waitFor(offer.email, 'Thank you for your time');
    expect(mail.text).toContain('Drove two families');
    expect(await thank(offer.id)).toMatchObject({
      status: 409,
      error: { code: 'already_thanked' },
    });
    expect(await show(offer.id)).toMatchObject({
      thankedAt: expect.any(String),
      thanks: [{ text: words, minutes: 90 }],
    });
    // The second press of two is not thanks again.
    const again = await Promise.all(
      [1, 2].map(() => thank(offer.id, { text: 'Once more', isAgain: true })),
    );
    expect(again.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await show(offer.id)).thanks).toHaveLength(2);
    const { body } = await testApp.call(getDonor, {
      cookie,
      params: { id: await donorOf(offer.donationId) },
    });
    expect(body.mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining('Thank you for your time')]),
    );
    expect(body.offersOfTime).toMatchObject([{ id: offer.id, minutes: 90 }]);
  });

  test('need an address', async () => {
    const { id } = await aCallerOffer({ email: '' });
    await record(id);
    expect(await thank(id)).toMatchObject({ status: 409, error: { code: 'cannot_thank' } });
  });

  test.each(['a donor', 'a caller'])('and hours are not for %s who was erased', async (who) => {
    const person = aPerson();
    if (who === 'a donor') await aDonation(testApp, { person });
    const { zip: _, ...caller } = person;
    const { id } = await aCallerOffer(caller);
    await record(id);
    const owner = await logIn(testApp);
    await testApp.call(erasePerson, { cookie: owner, body: { who: person.email } });
    expect(await thank(id)).toMatchObject({ status: 409, error: { code: 'cannot_thank' } });
    expect(await record(id)).toMatchObject({ status: 409, error: { code: 'hours_closed' } });
  });

  test('go to somebody who is no donor, too', async () => {
    const { id, email } = await aCallerOffer();
    await record(id);
    await thank(id, { text: 'Thank you for driving' });
    const mail = await testApp.inbox.waitFor(email, 'Thank you for your time');
    expect(mail.text).toContain('Thank you for driving');
  });
});

describe('what others see', () => {
  test('a need shows its confirmed hours and how many people, and never who', async () => {
    const id = await aPublishedNeed(testApp);
    const need = async () => (await testApp.call(getNeed, { params: { id } })).body;
    expect((await need()).worked).toBeNull();
    const totals = async () => (await testApp.call(getImpact, {})).body.worked;
    const before = (await totals()) ?? { minutes: 0, people: 0 };
    const person = { ...aPerson(), firstName: 'Xanthippe', lastName: 'Quisenberry' };
    const donor = await aVolunteer(person);
    const twice = await aCallerOffer({ email: person.email });
    const caller = await aCallerOffer({ lastName: 'Quisenberry' });
    const { body: entry } = await record(donor.id, {
      nominationId: id,
      minutes: 60,
      isConfirmed: false,
    });
    expect((await need()).worked).toBeNull();
    await testApp.call(confirmHours, { cookie, params: { id: donor.id, hoursId: entry.id } });
    expect((await need()).worked).toEqual({ minutes: 60, people: 1 });
    await record(twice.id, { nominationId: id, minutes: 30, what: 'With Quisenberry' });
    expect((await need()).worked).toEqual({ minutes: 90, people: 1 });
    await record(caller.id, { nominationId: id, minutes: 15 });
    await record(caller.id, { minutes: 45 });
    expect((await need()).worked).toEqual({ minutes: 105, people: 2 });
    expect(await totals()).toEqual({
      minutes: before.minutes + 150,
      people: before.people + 2,
    });
    const page = await testApp.request({ url: `/impact/${id}` });
    for (const text of [JSON.stringify(await need()), page.body]) {
      for (const secret of ['Quisenberry', 'Xanthippe', person.email, 'Drove', caller.email]) {
        expect(text).not.toContain(secret);
      }
    }
    await testApp.call(undoHours, {
      cookie,
      params: { id: donor.id, hoursId: entry.id },
      body: { reason: 'A mistake' },
    });
    expect((await need()).worked).toEqual({ minutes: 45, people: 2 });
  });

  test('the donor’s own page shows confirmed hours and our thanks', async () => {
    const nominationId = await aPublishedNeed(testApp);
    const hidden = await anAcceptedNomination(testApp, { nominee: 'A hidden nominee' });
    const person = aPerson();
    const { id } = await aVolunteer(person);
    const { token } = await aDonorToken(testApp, person);
    const page = async () => (await testApp.call(openDonorPage, { body: { token } })).body.time;
    await record(id, { isConfirmed: false, what: 'Not yet' });
    expect(await page()).toBeNull();
    await record(id, { nominationId, minutes: 45, what: 'Painted' });
    await record(id, { nominationId: hidden, minutes: 15, day: '2026-03-15', what: 'Cleaned' });
    await record((await aVolunteer()).id, { what: 'Of somebody else' });
    await thank(id, { text: 'You were great' });
    const time = await page();
    expect(time).toMatchObject({
      minutes: 60,
      hours: [
        { what: 'Cleaned', need: null },
        { what: 'Painted', need: { id: nominationId } },
      ],
      thanks: [{ text: 'You were great' }],
    });
    expect(JSON.stringify(time)).not.toMatch(/hidden|somebody else|Not yet/);
  });

  test('the desk counts what waits', async () => {
    const desk = async () => (await testApp.call(getDesk, { cookie })).body;
    const before = await desk();
    const { id } = await aVolunteer();
    await record(id, { isConfirmed: false });
    const after = await desk();
    expect(after.volunteers?.count).toBe((before.volunteers?.count ?? 0) + 1);
    expect(after.hours?.count).toBe((before.hours?.count ?? 0) + 1);
    await change(id, { state: 'contacted' });
    expect((await desk()).volunteers?.count).toBe(before.volunteers?.count);
  });

  test('joining two donors joins their offers and their hours', async () => {
    const [kept, other] = [await aVolunteer(), await aVolunteer()];
    await record(kept.id, { minutes: 60 });
    await record(other.id, { minutes: 30 });
    const [id, otherId] = [await donorOf(kept.donationId), await donorOf(other.donationId)];
    await testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
    const { body } = await testApp.call(getDonor, { cookie, params: { id } });
    expect(body.offersOfTime.map((each) => each.minutes).sort()).toEqual([30, 60]);
    expect((await show(other.id)).person).toMatchObject({ donorId: id, email: kept.email });
    // They are one person from now on.
    expect((await record(other.id, { minutes: 1380 })).error.code).toBe('too_many_hours');
  });

  test('an offer outlives the colleague who looks after it', async () => {
    const { id } = await aVolunteer();
    const colleague = await anAdministrator(testApp);
    await change(id, { assignedToId: colleague.id });
    await testApp.db.deleteFrom('users').where('id', '=', colleague.id).execute();
    expect((await show(id)).assignedTo).toBeNull();
  });
});
