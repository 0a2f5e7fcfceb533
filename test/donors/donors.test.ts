import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { agreeToDonorChange } from '#contract/donors/donor-changes.ts';
import {
  addDonorNote,
  changeDonorNote,
  correctDonor,
  type Donor,
  getDonor,
  joinDonors,
  listDonors,
  removeDonorNote,
} from '#contract/donors/donors.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId, DonorId, DonorNoteId } from '#contract/ids.ts';
import { sendReceipt } from '#contract/publishing/donation-page.ts';
import { openDonorPage, requestDonorLink } from '#contract/publishing/donor-page.ts';
import { unsubscribe } from '#contract/publishing/subscriptions.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allPages } from '#test/support/all-pages.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { trail } from '#test/support/trail.ts';
import { aNeedWithDonors, anUnsubscribeToken, aPublishedUpdate } from '#test/support/updates.ts';

const testApp = useTestApp();
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const find = async (search: string) =>
  (await testApp.call(listDonors, { cookie, query: { search } })).body;
const show = (id: DonorId) => testApp.call(getDonor, { cookie, params: { id } });
const donorOf = async (id: DonationId): Promise<Donor> => {
  const { body } = await testApp.call(getDonation, { cookie, params: { id } });
  return (await show(body.donor?.id ?? newId())).body;
};
const formOf = ({
  firstName,
  lastName,
  email,
}: Omit<ReturnType<typeof aPerson>, 'phone' | 'zip'>) => ({
  firstName,
  lastName,
  email,
});
const correct = (id: DonorId, body: ReturnType<typeof formOf>) =>
  testApp.call(correctDonor, { cookie, params: { id }, body });
const join = (id: DonorId, otherId: DonorId) =>
  testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
const backdate = (id: DonationId, moment: string) =>
  sql`update donations set created_at = ${moment} where id = ${id}`.execute(testApp.db);
/** Somebody with names that nobody else has. */
const somebody = (changes: Partial<ReturnType<typeof aPerson>> = {}) => {
  const person = aPerson();
  return { ...person, lastName: `Hq${person.email.slice(6, 14)}`, ...changes };
};

describe('a donor', () => {
  test('is one for each address, whatever its case, with the name of the first donation', async () => {
    const person = somebody();
    const first = await aDonation(testApp, { person, amount: 2_000 });
    const other = { ...person, firstName: 'Gracie', email: person.email.toUpperCase() };
    const second = await aDonation(testApp, {
      person: other,
      amount: 3_000,
      isAvailableToVolunteerTime: true,
    });
    const donor = await donorOf(first);
    // Not the whole: a receipt may be sent in between.
    expect((await donorOf(second)).id).toBe(donor.id);
    expect(donor).toMatchObject({
      ...person,
      donations: 2,
      amount: 5_000,
      returnedAmount: 0,
      formerly: [],
      noUpdatesSince: null,
      offersOfTime: [{ state: 'new', minutes: 0 }],
      notes: [],
    });
    const { body } = await testApp.call(getDonation, { cookie, params: { id: second } });
    expect(body).toMatchObject({
      firstName: 'Grace',
      email: person.email,
      typed: `Gracie ${person.lastName}, ${other.email}`,
    });
  });

  test('knows which emails were sent, and where to', async () => {
    const person = somebody();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await testApp.inbox.waitFor(person.email, 'Thank you');
    await expect
      .poll(async () => (await show(donor.id)).body.mails)
      .toMatchObject([{ recipient: person.email, subject: expect.any(String), state: 'sent' }]);
  });

  test('of nobody is not found', async () => {
    expect(await show(newId())).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });
});

describe('"Find a donor"', () => {
  test.each([
    [
      'the beginning of a name',
      (person: ReturnType<typeof aPerson>) => person.lastName.slice(0, 5),
    ],
    ['a part of a name, in capitals', (person) => person.lastName.slice(1, 8).toUpperCase()],
    ['a part of an address', (person) => person.email.slice(4, 12)],
    ['two parts in any order', (person) => `${person.email.slice(6, 12)} GRA`],
  ] satisfies [string, (person: ReturnType<typeof aPerson>) => string][])(
    'knows %s',
    async (_, typed) => {
      const person = somebody();
      await aDonation(testApp, { person });
      await aDonation(testApp, { person: somebody() });
      expect(await find(typed(person))).toMatchObject([{ email: person.email, found: null }]);
    },
  );

  test('knows names without their accents, and whole names of two letters', async () => {
    const mark = somebody().lastName;
    const person = somebody({ firstName: 'José', lastName: `Ünal-${mark}` });
    await aDonation(testApp, { person });
    expect(await find(`JOSE unal-${mark}`)).toMatchObject([{ email: person.email }]);
    const short = somebody({ firstName: 'Li', lastName: mark });
    await aDonation(testApp, { person: short });
    await aDonation(testApp, { person: somebody({ firstName: 'Alice', lastName: mark }) });
    expect(await find(`li ${mark}`)).toMatchObject([{ email: short.email }]);
  });

  test.each(['%', '_', '\\', "' or 1=1", '%%%', '*'])('finds nobody for %j', async (text) => {
    await aDonation(testApp);
    expect(await find(text)).toEqual([]);
  });

  test('knows an amount, and shows each donor once, at the newest donation of it', async () => {
    const [often, once] = [somebody(), somebody()];
    await aDonation(testApp, { person: often, amount: 77_715 });
    await aDonation(testApp, { person: once, amount: 77_715 });
    const newest = await aDonation(testApp, { person: often, amount: 77_715 });
    await aDonation(testApp, { person: often, amount: 77_716 });
    const query = { search: '$777.15', limit: 1 };
    expect(await allPages(testApp, listDonors, { cookie, query })).toMatchObject([
      { email: often.email, donations: 3, found: { id: newest, amount: 77_715 } },
      { email: once.email },
    ]);
  });

  test('knows a day in the time zone of the charity, page by page', async () => {
    const { timeZone } = testApp.settings.current();
    const people = [somebody(), somebody(), somebody()];
    for (const [hours, person] of people.entries()) {
      const id = await aDonation(testApp, { person });
      await backdate(id, `2001-05-0${hours + 5}T12:00:00.000Z`);
      const again = await aDonation(testApp, { person });
      await backdate(again, `2001-05-04T1${hours}:30:00.000Z`);
    }
    const search = isoDayOf('2001-05-04T12:00:00.000Z', timeZone);
    const [year, month, day] = search.split('-');
    for (const typed of [search, `${Number(month)}/${Number(day)}/${year}`]) {
      const query = { search: typed, limit: 1 };
      const found = await allPages(testApp, listDonors, { cookie, query });
      expect(found.map(({ email }) => email)).toEqual(
        [people[2], people[1], people[0]].map((person) => person?.email),
      );
    }
    expect(await find('2001-05-09')).toEqual([]);
  });

  test('knows the ID of a donation, its start, and the ID of its payment', async () => {
    const person = somebody();
    const id = await aDonation(testApp, { person });
    for (const text of [id, id.slice(0, 30), `pi_${id}`]) {
      expect(await find(text)).toMatchObject([{ email: person.email, found: { id } }]);
    }
    expect(await find(newId())).toEqual([]);
    expect(await find('pi_nobody')).toEqual([]);
  });

  test('without a text, lists everybody once, those who donated last first', async () => {
    const [first, second] = [somebody(), somebody()];
    for (const person of [first, second, first]) await aDonation(testApp, { person });
    const listed = await allPages(testApp, listDonors, { cookie, query: { limit: 3 } });
    expect(listed.slice(0, 2).map(({ email }) => email)).toEqual([first.email, second.email]);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  });
});

describe('correcting a donor', () => {
  test('sends the receipt, the link to all donations, and new receipts to the new address', async () => {
    const person = somebody();
    const next = somebody({ firstName: 'Graciela' });
    const id = await aDonation(testApp, { person });
    const donor = await donorOf(id);
    await testApp.inbox.waitFor(person.email, 'Thank you');
    expect((await correct(donor.id, formOf(next))).status).toBe(204);
    const { text: told = '' } = await testApp.inbox.waitFor(person.email, 'was changed');
    const agree = /agree#([\w-]+)/.exec(told)?.[1] ?? '';
    await testApp.call(agreeToDonorChange, { body: { token: agree } });

    expect((await testApp.call(sendReceipt, { cookie, params: { id } })).status).toBe(200);
    await testApp.inbox.waitFor(next.email, 'Thank you');
    await testApp.call(requestDonorLink, { body: { email: next.email } });
    const { text = '' } = await testApp.inbox.waitFor(next.email, 'Your link to all');
    const token = /my-gifts#([\w-]+)/.exec(text)?.[1] ?? '';
    const page = await testApp.call(openDonorPage, { body: { token } });
    expect(page.body.donations.map((donation) => donation.id)).toEqual([id]);
    await aDonation(testApp, { person: next });
    expect((await show(donor.id)).body).toMatchObject({
      ...formOf(next),
      donations: 2,
      formerly: [`${person.firstName} ${person.lastName}, ${person.email}`],
    });
    // Nothing that somebody asks for with the old address goes anywhere.
    await testApp.call(requestDonorLink, { body: { email: person.email } });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
  });

  test('shows the new name wherever the donor is named', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    await anAllocation(testApp, { donationId, nominationId, amount: 100 });
    const next = somebody();
    await correct((await donorOf(donationId)).id, formOf(next));
    const { body } = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
    expect(body.allocations[0]?.donation).toMatchObject(formOf(next));
  });

  test('leaves a trail without the name and the address, which the search still knows', async () => {
    const person = somebody();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await correct(donor.id, { ...formOf(person), email: somebody().email });
    const entries = await trail(testApp, { subjectId: donor.id, action: 'donor.' });
    expect(entries).toMatchObject([
      {
        what: 'Corrected a donor',
        subject: { path: `/admin/donors/${donor.id}` },
        changes: [{ field: 'Changed', after: 'Email address' }],
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(person.email);
    expect(await find(person.email)).toMatchObject([{ id: donor.id }]);
  });

  test('changes nothing and records nothing if nothing is different', async () => {
    const person = somebody();
    const donor = await donorOf(await aDonation(testApp, { person }));
    expect((await correct(donor.id, formOf(person))).status).toBe(204);
    expect(await trail(testApp, { subjectId: donor.id, action: 'donor.' })).toEqual([]);
    expect((await show(donor.id)).body.formerly).toEqual([]);
  });

  test('is refused with the address of another donor, in any case', async () => {
    const [one, other] = [somebody(), somebody()];
    const donor = await donorOf(await aDonation(testApp, { person: one }));
    await aDonation(testApp, { person: other });
    expect(
      await correct(donor.id, { ...formOf(one), email: other.email.toUpperCase() }),
    ).toMatchObject({
      status: 409,
      error: { code: 'donor_address_taken', fields: { email: expect.any(String) } },
    });
  });

  test('takes who wanted no updates along', async () => {
    const person = somebody();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await testApp.call(unsubscribe, {
      body: { token: await anUnsubscribeToken(testApp, person.email) },
    });
    const next = { ...formOf(person), email: somebody().email };
    await correct(donor.id, next);
    expect((await show(donor.id)).body.noUpdatesSince).toEqual(expect.any(String));
  });

  test('sends the next update to the new address', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 10_000);
    const [donor] = await find(donors[0]?.email ?? '');
    const next = somebody();
    await correct(donor?.id ?? newId(), formOf(next));
    await aPublishedUpdate(testApp, nominationId);
    await testApp.inbox.waitFor(next.email, 'The furnace is in');
    expect((await show(donor?.id ?? newId())).body.mails[0]).toMatchObject({
      recipient: next.email,
    });
  });
});

describe('joining two records', () => {
  async function two() {
    const [one, other] = [somebody(), somebody()];
    const ids = [
      await aDonation(testApp, { person: one, amount: 1_000 }),
      await aDonation(testApp, { person: other, amount: 2_000 }),
    ] as const;
    return { one, other, ids, kept: await donorOf(ids[0]), joined: await donorOf(ids[1]) };
  }

  test('moves donations, emails, and notes, and leads the other address to the record that stays', async () => {
    const { one, other, ids, kept, joined } = await two();
    await testApp.call(addDonorNote, {
      cookie,
      params: { id: joined.id },
      body: { text: 'Moved.' },
    });
    expect((await join(kept.id, joined.id)).status).toBe(204);
    await expect
      .poll(async () => (await show(kept.id)).body.mails.map(({ state }) => state))
      .toEqual(['sent', 'sent', 'sent']);
    const { body } = await show(kept.id);
    expect(body).toMatchObject({
      ...formOf(one),
      createdAt: kept.createdAt,
      donations: 2,
      amount: 3_000,
      formerly: [`${other.firstName} ${other.lastName}, ${other.email}`],
      notes: [{ text: 'Moved.' }],
    });
    expect(body.mails.map(({ recipient }) => recipient).sort()).toEqual(
      [one.email, other.email, other.email].sort(),
    );
    expect(await donorOf(ids[1])).toEqual(body);
    expect((await show(joined.id)).body).toEqual(body);
    expect(await find(other.email)).toMatchObject([{ id: kept.id }]);
    expect(await trail(testApp, { subjectId: kept.id })).toMatchObject([
      { what: 'Joined two records of a donor' },
    ]);

    await testApp.call(requestDonorLink, { body: { email: other.email } });
    await testApp.inbox.waitFor(one.email, 'Your link has to wait');
    const third = await aDonation(testApp, { person: other, amount: 4_000 });
    expect(await donorOf(third)).toMatchObject({ id: kept.id, donations: 3, amount: 7_000 });
    await testApp.inbox.until(one.email, 'third mail', (mails) => mails[2]);
  });

  test('follows a chain of records, and lets a donor take back the address of a joined one', async () => {
    const { one, other, kept, joined } = await two();
    const last = await donorOf(await aDonation(testApp, { person: somebody() }));
    await join(kept.id, joined.id);
    await join(last.id, kept.id);
    expect(await donorOf(await aDonation(testApp, { person: other }))).toMatchObject({
      id: last.id,
      donations: 4,
    });
    expect((await correct(last.id, formOf(other))).status).toBe(204);
    expect((await show(last.id)).body.email).toBe(other.email);
    expect(await donorOf(await aDonation(testApp, { person: one }))).toMatchObject({ id: last.id });
  });

  test('is refused for a record with itself, for an unknown one, and for a joined one', async () => {
    const { kept, joined } = await two();
    expect(await join(kept.id, kept.id)).toMatchObject({ error: { code: 'same_donor' } });
    expect(await join(kept.id, newId())).toMatchObject({ status: 404 });
    await join(kept.id, joined.id);
    expect(await join(joined.id, kept.id)).toMatchObject({ error: { code: 'donor_joined' } });
    expect(await join(kept.id, joined.id)).toMatchObject({ error: { code: 'donor_joined' } });
    expect(await correct(joined.id, formOf(somebody()))).toMatchObject({
      error: { code: 'donor_joined' },
    });
  });
});

describe('a note about a donor', () => {
  async function aNote() {
    const actor = await anAdministrator(testApp);
    const writer = await signIn(testApp, actor);
    const { id } = await donorOf(await aDonation(testApp));
    const body = { text: 'Prefers a call.\nMornings.' };
    const options = { cookie: writer, params: { id }, body, idempotencyKey: id };
    const added = await testApp.call(addDonorNote, options);
    expect(added.status).toBe(201);
    // A double click adds one.
    expect((await testApp.call(addDonorNote, options)).body).toEqual(added.body);
    return { id, noteId: added.body.id, writer, actor };
  }
  const change = (
    params: { id: DonorId; noteId: DonorNoteId },
    session: string,
    text = 'By mail.',
  ) => testApp.call(changeDonorNote, { cookie: session, params, body: { text } });
  const remove = (params: { id: DonorId; noteId: DonorNoteId }, session: string) =>
    testApp.call(removeDonorNote, { cookie: session, params });

  test('has its writer, who can correct and remove it', async () => {
    const { id, noteId, writer, actor } = await aNote();
    const notesFor = async (reader: string) =>
      (await testApp.call(getDonor, { cookie: reader, params: { id } })).body.notes;
    const author = `${actor.firstName} ${actor.lastName}`;
    expect(await notesFor(writer)).toMatchObject([
      { author, text: 'Prefers a call.\nMornings.', changedAt: null, mayChange: true },
    ]);
    expect(await notesFor(cookie)).toMatchObject([{ mayChange: false }]);
    await change({ id, noteId }, writer, 'Prefers a call.\nMornings.');
    expect(await notesFor(writer)).toMatchObject([{ changedAt: null }]);
    expect((await change({ id, noteId }, writer)).status).toBe(204);
    expect(await notesFor(writer)).toMatchObject([
      { text: 'By mail.', changedAt: expect.any(String) },
    ]);
    expect((await remove({ id, noteId }, writer)).status).toBe(204);
    expect(await notesFor(writer)).toEqual([]);
  });

  test('stays as it is for everybody else, and for its writer after 15 minutes', async () => {
    const { id, noteId, writer } = await aNote();
    const closed = { status: 409, error: { code: 'note_closed' } };
    expect(await change({ id, noteId }, cookie)).toMatchObject(closed);
    expect(await remove({ id, noteId }, cookie)).toMatchObject(closed);
    const age = sql`make_interval(mins => ${noteMinutes})`;
    await sql`update donor_notes set created_at = now() - ${age} where id = ${noteId}`.execute(
      testApp.db,
    );
    expect(await change({ id, noteId }, writer)).toMatchObject(closed);
    expect(await remove({ id, noteId }, writer)).toMatchObject(closed);
  });

  test('is not found with another donor', async () => {
    const { noteId, writer } = await aNote();
    const { id } = await donorOf(await aDonation(testApp));
    expect((await change({ id, noteId }, writer)).status).toBe(404);
  });
});

describe('who may not see contact details', () => {
  test('sees neither donors nor their names in the list of donations', async () => {
    const id = await aDonation(testApp);
    const donor = await donorOf(id);
    const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
    expect((await testApp.call(listDonors, { cookie: viewer })).status).toBe(403);
    expect(
      (await testApp.call(getDonor, { cookie: viewer, params: { id: donor.id } })).status,
    ).toBe(403);
    const { body } = await testApp.call(getDonation, { cookie: viewer, params: { id } });
    expect(body).toMatchObject({ donor: null, typed: null, email: null });
    const text = JSON.stringify(body);
    expect(text).not.toContain(donor.email);
  });
});
