import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  addDonorNote,
  correctDonor,
  getDonor,
  joinDonors,
  takeBackDonorChange,
} from '#contract/donors/donors.ts';
import type { DonationId, DonorId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { createUser } from '#contract/people/users.ts';
import { erasePerson, findPerson, openArchive } from '#contract/privacy/privacy.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { getNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { addVolunteer } from '#contract/volunteers/volunteers.ts';
import { makeExport } from '#server/exports/make-export.ts';
import { awaitPayment } from '#server/giving/donations/end-checkout.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { erasePerson as eraseByCommand } from '#server/privacy/commands.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCheckout,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  aTeamMember,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMarkedPerson, findMarks, type MarkedPerson } from '#test/support/marked-person.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { aExpense } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ own: true });
const { kind } = inject('template');
let cookie: string;

beforeAll(async () => {
  // Mail stays in the queue, where an erasure has to find it.
  await testApp.boss.offWork('mail');
  cookie = await logIn(testApp);
});

const find = (who: string) => testApp.call(findPerson, { cookie, body: { who } });
const eraseThem = (who: string) => testApp.call(erasePerson, { cookie, body: { who } });

/** As if an hour had passed since the files were discarded, and the sweep came by. */
async function sweep(): Promise<void> {
  await sql`update discarded_files set discarded_at = discarded_at - interval '2 hours'`.execute(
    testApp.db,
  );
  await sweepFiles(testApp.db, testApp.storage, testApp.mailer);
}

/** The cents of every donation, and of every entry of the ledger. */
async function allCents(): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    select 'donation ' || id as id, amount_cents as cents from donations
    union all select 'entry ' || id, amount_cents from ledger_entries`.execute(testApp.db);
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}

/** How many cents are others than before, one by one: what is too much here does not make good what is missing there. */
async function centsChangedSince(before: Map<string, number>): Promise<number> {
  const now = await allCents();
  return [...new Set([...before.keys(), ...now.keys()])].reduce(
    (sum, id) => sum + Math.abs((now.get(id) ?? 0) - (before.get(id) ?? 0)),
    0,
  );
}

async function archiveOf(who: string) {
  const { status, body } = await testApp.call(openArchive, { cookie, body: { who } });
  expect(status).toBe(200);
  const response = await testApp.request({ url: body.path, headers: { cookie } });
  expect(response.headers['content-type']).toBe('application/zip');
  const files = unzipSync(response.rawPayload);
  return { path: body.path, files, text: Buffer.from(files['about-you.json'] ?? '').toString() };
}

let person: MarkedPerson;

beforeAll(async () => {
  person = await aMarkedPerson(testApp);
  await testApp.db
    .updateTable('donations')
    .set({ isAnonymous: true })
    .where('id', '=', person.donationId)
    .execute();
});

describe('a person', () => {
  test('is found with everything that is stored about them', async () => {
    const { body, status } = await find(` ${person.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(body.donors).toHaveLength(1);
    expect(body.nominations).toMatchObject([
      { status: 'Pending', nomineeStays: false },
      { status: 'Rejected', nomineeStays: false },
    ]);
    expect(body.holdings.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Donations',
        'Answers of the nominator',
        'Notes of the team',
        'Refunds',
      ]),
    );
    // Who never paid there is not told to ask there.
    expect(body.stays.join(' ')).not.toContain('Stripe');
    expect(body.isNobody).toBe(false);
  });

  test('gets an archive with all of it, and with nothing of anybody else', async () => {
    const { files, text } = await archiveOf(person.email);
    const everything = text.toLowerCase() + Object.keys(files).join(' ');
    const wrong = person.marks.filter(
      (mark) => everything.includes(mark.toLowerCase()) === person.marksOfNominee.includes(mark),
    );
    const ofOthers = wrong.filter((mark) => person.marksOfNominee.includes(mark));
    recordFigures('P4', {
      'values of others': ofOthers.length,
      'own values that are missing': wrong.length - ofOthers.length,
    });
    expect(wrong).toEqual([]);
    const page = Buffer.from(files['about-you.html'] ?? '').toString();
    expect(page).toContain('<h2>Donations</h2>');
    expect(
      Object.keys(files).some((name) => name.startsWith('files/') && name.endsWith('.jpg')),
    ).toBe(true);
    expect(text).not.toContain('token_hash');
    const stranger = aPerson();
    await aDonation(testApp, { person: stranger });
    expect((await archiveOf(person.email)).text).not.toContain(stranger.email);
  });

  test('is handed out only to whoever asked, and not without a session', async () => {
    const { path } = await archiveOf(person.email);
    expect((await testApp.request({ url: path })).statusCode).toBe(401);
    const other = await logIn(testApp);
    expect((await testApp.request({ url: path, headers: { cookie: other } })).statusCode).toBe(409);
    const viewer = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
    expect(
      (await testApp.call(findPerson, { cookie: viewer, body: { who: person.email } })).status,
    ).toBe(403);
  });

  test('is erased everywhere, and the money stays', async () => {
    const { db, config } = testApp;
    const before = await allCents();
    const stored = await findMarks(db, config.dataDir, person.marks);
    expect(stored).not.toEqual([]);
    const inLedger = stored.filter((hit) => hit.endsWith(' in public.ledger_entries'));
    recordFigures('P1', { 'names and addresses in the ledger': inLedger.length });
    expect(inLedger).toEqual([]);
    expect((await eraseThem(person.email)).body).toMatchObject({ isErased: true });
    await sweep();
    const hits = await findMarks(db, config.dataDir, person.marks);
    const centsChanged = await centsChangedSince(before);
    recordFigures('P2', { 'traces left': hits.length, 'cents changed': centsChanged });
    // They were an anonymous donor, and the nominees are theirs.
    recordFigures('P7', { 'traces left': hits.length });
    expect(hits).toEqual([]);
    expect(centsChanged).toBe(0);
    expect(await checkLedger(db)).toEqual([]);
    const { rows } = await sql`select from discarded_files`.execute(db);
    expect(rows).toEqual([]);
  });

  test('is not there for a second time, which changes nothing and says when', async () => {
    const { body } = await eraseThem(person.email);
    expect(body.isErased).toBe(false);
    expect(body.message).toMatch(/^This person was erased on /);
    expect((await find(person.email)).body).toMatchObject({ isNobody: true, donors: [] });
    expect((await testApp.call(openArchive, { cookie, body: { who: person.email } })).status).toBe(
      404,
    );
  });

  test('leaves an entry in the trail that names nobody, and a donor who is called "Erased donor"', async () => {
    const { body } = await testApp.call(listAudit, { cookie, query: { action: 'privacy.erased' } });
    expect(body[0]).toMatchObject({
      what: 'Erased a person',
      subject: { name: 'An erased person' },
    });
    const { donorId } = await testApp.db
      .selectFrom('donations')
      .select('donorId')
      .where('id', '=', person.donationId)
      .executeTakeFirstOrThrow();
    const donor = await testApp.call(getDonor, { cookie, params: { id: donorId } });
    expect(donor.body).toMatchObject({
      firstName: 'Erased',
      lastName: 'donor',
      phone: '',
      donations: 1,
    });
    expect(donor.body.erasedAt).not.toBeNull();
  });
});

describe('a person who was erased', () => {
  test('can donate again, as somebody new', async () => {
    await aDonation(testApp, { person: { ...aPerson(), email: person.email } });
    const { body } = await find(person.email);
    expect(body.donors).toMatchObject([{ donations: 1 }]);
  });

  test('has a late refund and a late dispute booked, which bring nothing back, and queue no mail about it', async () => {
    const { db, config } = testApp;
    // By then they may have donated again, as somebody new.
    const marks = person.marks.filter((mark) => !person.email.startsWith(mark));
    const returned: number[] = [];
    for (const told of [
      { kind: 'refund', amountCents: 700 },
      { kind: 'dispute', amountCents: 300, status: 'lost' },
    ] as const) {
      await tellReturn(testApp, person.donationId, told);
      const { returnedCents } = await db
        .selectFrom('donations')
        .select('returnedCents')
        .where('id', '=', person.donationId)
        .executeTakeFirstOrThrow();
      returned.push(returnedCents);
    }
    const booked = returned.filter((cents, index) => cents === [700, 1_000][index]).length;
    const hits = await findMarks(db, config.dataDir, marks);
    const { rows } =
      await sql`select from pgboss.job where data::text like '%erased.invalid%'`.execute(db);
    recordFigures('P5', {
      'late refunds and disputes': returned.length,
      'of them booked': booked,
      'values brought back': hits.length + rows.length,
    });
    expect(returned).toEqual([700, 1_000]);
    expect(hits).toEqual([]);
    expect(rows).toEqual([]);
  });

  test('keeps their declined nomination, and nobody decides about it', async () => {
    const row = await testApp.db
      .selectFrom('nominations')
      .select(['nominee', 'isRejected', 'description'])
      .where('id', '=', person.nominationId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ nominee: 'Erased nominee', isRejected: true, description: '' });
    const params = { id: person.nominationId };
    const { body } = await testApp.call(getNomination, { cookie, params });
    expect(body.erasedAt).toMatch(/Z$/);
    const { status, error } = await testApp.call(updateNomination, {
      cookie,
      params,
      body: { isAccepted: true, isRejected: false },
    });
    expect([status, error.code]).toEqual([409, 'nomination_erased']);
  });
});

/** Donors whose names, numbers, and addresses begin alike, and who wrote to us: `Quilla1` is part of `Quilla12`. */
async function donorsAlike(name: string, count: number) {
  const donors: { email: string; marks: string[] }[] = [];
  for (let number = 0; number < count; number++) {
    const marks = [
      `${name}${number}`,
      `Of${name}${number}`,
      `0${number}-${name}`,
      `Z${name}${number}`,
    ];
    const [firstName = '', lastName = '', phone = '', zip = ''] = marks;
    const email = `${name}${number}@example.com`;
    const description = `For aunt${name}${number}`;
    await aDonation(testApp, { person: { firstName, lastName, email, phone, zip }, description });
    const message = `I am dear${name}${number}`;
    await testApp.call(sendContactMessage, { body: { email, message } });
    donors.push({ email, marks: [...marks, email, description, message] });
  }
  return donors;
}

test('hundreds of donors get archives with nothing of each other', async () => {
  const donors = await donorsAlike('Quilla', repeats({ change: 12, release: 500 }));
  let [ofOthers, missing] = [0, 0];
  for (const [number, { email, marks }] of donors.entries()) {
    const { text } = await archiveOf(email);
    missing += marks.filter((mark) => !text.includes(mark)).length;
    // Whatever has the name of this test and not their number.
    const named = text.match(/\d*-?quilla\d*/gi) ?? [];
    ofOthers += named.filter(
      (word) => /\d+/.exec(word)?.[0].replace(/^0(?=\d)/, '') !== `${number}`,
    ).length;
  }
  recordFigures('P4', {
    donors: donors.length,
    'values of others': ofOthers,
    'own values that are missing': missing,
  });
  expect([ofOthers, missing]).toEqual([0, 0]);
}, 1_200_000);

test('hundreds of donors are erased everywhere, and the ledger stays as it is', async () => {
  const { db, config } = testApp;
  const people = await donorsAlike('Wilma', repeats({ change: 3, release: 200 }));
  const before = await allCents();
  const marks = people.flatMap((person) => person.marks);
  expect(await findMarks(db, config.dataDir, marks)).not.toEqual([]);
  let erased = 0;
  // The last first: otherwise, what blacks out Wilma1 could hide a trace of Wilma12.
  for (const { email } of people.toReversed())
    erased += Number((await eraseThem(email)).body.isErased);
  await sweep();
  const hits = await findMarks(db, config.dataDir, marks);
  const centsChanged = await centsChangedSince(before);
  recordFigures('P2', {
    'donors erased': erased,
    'traces left': hits.length,
    'cents changed': centsChanged,
  });
  expect(hits).toEqual([]);
  expect([erased, centsChanged]).toEqual([people.length, 0]);
  expect(await checkLedger(db)).toEqual([]);
}, 1_200_000);

test('a volunteer of whom there is a phone number alone is found by the offer, and erased', async () => {
  const volunteer = {
    firstName: 'Volkmar',
    lastName: 'Phoneonly',
    email: '',
    phone: '+49 30 1234567',
  };
  const { body: offer } = await testApp.call(addVolunteer, {
    cookie,
    body: { ...volunteer, nominationId: null, notes: 'Has a van' },
  });
  const who = offer.id;
  expect((await find(who)).body).toMatchObject({ who, isNobody: false });
  const { text } = await archiveOf(who);
  expect(text).toContain('Phoneonly');
  expect((await eraseThem(who)).body).toMatchObject({ isErased: true });
  expect(await findMarks(testApp.db, null, ['Phoneonly', '1234567', 'Has a van'])).toEqual([]);
  expect((await find(who)).body).toMatchObject({ isNobody: true });
});

test('whoever paid with Stripe is told what it keeps', async () => {
  const payer = aPerson();
  const id = await aDonation(testApp, { person: payer });
  await testApp.db
    .updateTable('donations')
    .set({ provider: 'stripe' })
    .where('id', '=', id)
    .execute();
  expect((await find(payer.email)).body.stays.join(' ')).toContain('ask Stripe to redact');
});

test('what stays is said with the reason, where there is something of them', async () => {
  const person = { ...aPerson(), firstName: 'Kunigunda', lastName: 'Bankowska' };
  await aDonation(testApp, { person });
  const titles = async () =>
    (await find(person.email)).body.stays.map((sentence) => sentence.split(':')[0]);
  const before = await titles();
  expect(before).toContain('Donations (numbers at the payment provider)');
  expect(
    before.filter((title) => /Recurring|Expenses|Receipts for taxes/.test(title ?? '')),
  ).toEqual([]);
  const { nominationId } = await expenseCalls(testApp).aNeed(1_000);
  await aExpense(testApp, { nominationId, amount: 500, payee: 'Rent for Kunigunda Bankowska' });
  const stays = (await find(person.email)).body.stays;
  expect(stays).toContain('Expenses (payee): who was paid is part of the accounts.');
});

describe('an accepted nomination', () => {
  test('keeps its nominee, and loses its nominator', async () => {
    const person = aPerson();
    const id = await anAcceptedNomination(testApp, { person, nominee: 'Anna Schmidt' });
    expect((await find(person.email)).body.nominations).toMatchObject([{ nomineeStays: true }]);
    await eraseThem(person.email);
    const row = await testApp.db
      .selectFrom('nominations')
      .select(['nominee', 'isAccepted', 'email', 'phone', 'description'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      nominee: 'Anna Schmidt',
      isAccepted: true,
      phone: '',
      description: '',
    });
    expect(row.email).toBe(`${id}@erased.invalid`);
  });

  test('a nominee is found by its reference, and gets nothing about who nominated them', async () => {
    const person = { ...aPerson(), lastName: 'Nominatorson' };
    const id = await anAcceptedNomination(testApp, { person, nominee: 'Bernd Nominee' });
    const { reference } = await testApp.db
      .selectFrom('nominations')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await find(reference.toLowerCase())).body).toMatchObject({ isNominee: true });
    const { text } = await archiveOf(reference);
    expect(text).toContain('Bernd Nominee');
    expect(text).not.toContain('Nominatorson');
    expect(text).not.toContain(person.email);
    expect((await find('nobody')).status).toBe(400);
  });
});

describe('somebody else', () => {
  const mail = (to: string, text: string) =>
    testApp.db
      .transaction()
      .execute((trx) =>
        testApp.mailer.enqueue(trx, { to, subject: 'Your receipt', text, html: `<p>${text}</p>` }),
      );
  const mailTo = async (to: string) => {
    const { rows } = await sql<{ text: string; html: string }>`
      select data ->> 'text' as text, data ->> 'html' as html from pgboss.job
      where name = 'mail' and data ->> 'to' = ${to}`.execute(testApp.db);
    return rows;
  };
  const twoWithAlikeAddresses = async () => {
    const short = { ...aPerson(), firstName: 'Ann', lastName: 'Leigh' };
    const long = { ...aPerson(), firstName: 'Joann', lastName: 'Leighton', phone: '555-0188' };
    long.email = `jo${short.email}`;
    const longer = { ...aPerson(), email: `${short.email}.example` };
    for (const person of [short, long, longer]) await aDonation(testApp, { person });
    return { short, long, longer };
  };

  test('of a longer address has nothing in the archive', async () => {
    const { short, long, longer } = await twoWithAlikeAddresses();
    await mail(long.email, 'Your private link: secret-of-joann');
    await mail(short.email, 'Your private link: secret-of-ann');
    const { text } = await archiveOf(short.email);
    expect(text).toContain('secret-of-ann');
    expect(text).not.toContain('secret-of-joann');
    expect(text).not.toContain(long.email);
    expect(text).not.toContain(longer.email);
  });

  test('of a longer address and name loses nothing, and a mail that mentions somebody still leaves', async () => {
    const { short, long, longer } = await twoWithAlikeAddresses();
    await mail(long.email, 'Your private link: secret-of-joann');
    await mail(longer.email, 'Your private link: secret-of-longer');
    await mail(short.email, 'Your private link: secret-of-ann');
    const treasurer = await anAdministrator(testApp);
    await mail(treasurer.email, `Call Ann Leigh (${short.email}), not Joann Leighton.`);
    expect((await eraseThem(short.email)).body.isErased).toBe(true);
    expect(await mailTo(short.email)).toEqual([]);
    expect(await mailTo(long.email)).toContainEqual(
      expect.objectContaining({ text: 'Your private link: secret-of-joann' }),
    );
    expect(await mailTo(longer.email)).toContainEqual(
      expect.objectContaining({ text: 'Your private link: secret-of-longer' }),
    );
    const told = 'Call [erased] ([erased]), not Joann Leighton.';
    expect(await mailTo(treasurer.email)).toEqual([{ text: told, html: `<p>${told}</p>` }]);
  });

  test.each(['firstName', 'https', 'Your receipt', 'example', '@example.com', '2026-11-23'])(
    'loses nothing because somebody typed %j as their phone number',
    async (phone) => {
      const person = { ...aPerson(), phone };
      await aDonation(testApp, { person });
      const { phone: _, zip: __, ...user } = aPerson();
      const text = 'Your receipt of 2026-11-23: https://example.com/firstName';
      await testApp.call(createUser, { cookie, body: { ...user, roles: ['treasurer'] } });
      await mail(user.email, text);
      expect((await archiveOf(person.email)).text).not.toContain(user.email);
      await eraseThem(person.email);
      expect(await mailTo(user.email)).toContainEqual({ text, html: `<p>${text}</p>` });
      const { rows } = await sql`select after from audit_entries
        where action = 'user.created' and after ->> 'email' = ${user.email}
          and after ->> 'firstName' = ${user.firstName}`.execute(testApp.db);
      expect(rows).toHaveLength(1);
    },
  );

  test('is not blacked out by a last name alone: whoever erases is shown where it stands, and it stays', async () => {
    const other = await aDonation(testApp, { person: aPerson() });
    const { donorId: of } = await testApp.db
      .selectFrom('donations')
      .select('donorId')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    const texts = [
      'Mrs. OKONKWO pays.',
      'Ask Ada Okonkwo.',
      'The Okonkwos',
      'García, of Lima',
      'Ng',
    ];
    for (const text of texts) {
      await testApp.call(addDonorNote, { cookie, params: { id: of }, body: { text } });
    }
    const notes = (rows: number) => [{ title: 'Notes of the team', rows, shown: 0 }];
    for (const [lastName, named] of [
      ['García Ruiz', 0],
      ['Okonkwo', 1],
      ['Ng', 0],
    ] as const) {
      const each = { ...aPerson(), firstName: 'Ada', lastName };
      await aDonation(testApp, { person: each });
      const toLookAt = lastName === 'Ng' ? [] : notes(1);
      expect((await find(each.email)).body).toMatchObject({
        mentions: named > 0 ? notes(named) : [],
        toLookAt,
      });
      expect((await eraseThem(each.email)).body).toMatchObject({ isErased: true, toLookAt });
    }
    const kept = await testApp.db.selectFrom('donorNotes').select('text').execute();
    expect(kept.map(({ text }) => text)).toEqual(
      expect.arrayContaining([texts[0], 'Ask [erased].', ...texts.slice(2)]),
    );
  });

  test('is not forgotten because a nomination of theirs is erased for its nominee', async () => {
    const person = { ...aPerson(), firstName: 'Agatha', lastName: 'Nominatrix' };
    const id = await anAcceptedNomination(testApp, { person, nominee: 'Bernd Nominee' });
    await aDonation(testApp, { person });
    await mail(person.email, 'Dear Agatha Nominatrix, thank you for your gift.');
    const { reference } = await testApp.db
      .selectFrom('nominations')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await eraseThem(reference)).body.isErased).toBe(true);
    expect(await mailTo(person.email)).toContainEqual(
      expect.objectContaining({ text: 'Dear Agatha Nominatrix, thank you for your gift.' }),
    );
  });
});

test('a name that is none is shown before, and texts about others keep it where whoever erases says so', async () => {
  const person = { ...aPerson(), firstName: 'Thank', lastName: 'Youmuch' };
  const id = await aDonation(testApp, { person });
  const actor = await anAdministrator(testApp);
  const note = (subjectId: DonationId, reason: string) =>
    testApp.db.transaction().execute((trx) =>
      recordAudit(trx, {
        actor: userActor(actor),
        action: 'donation.refund_requested',
        subjectId,
        after: { reason },
      }),
    );
  const other = newId<DonationId>();
  await note(other, `They say thank youmuch, ${person.email}.`);
  await note(id, 'Thank Youmuch asked.');
  const { names, fingerprint } = (await find(person.email)).body;
  expect(names).toEqual(['Thank Youmuch']);
  const eraseKeeping = (keepWords: string[]) => {
    const body = { who: person.email, fingerprint, keepWords };
    return testApp.call(erasePerson, { cookie, body });
  };
  const refused = await eraseKeeping([person.email]);
  expect([refused.status, refused.error.code]).toEqual([409, 'erasure_refused']);
  expect((await eraseKeeping(names)).body).toMatchObject({ isErased: true });
  const { rows } = await sql<{ reason: string }>`select after ->> 'reason' as reason
    from audit_entries where subject_id = any(${[other, id]}) and action = 'donation.refund_requested'
    order by created_at, id`.execute(testApp.db);
  expect(rows.map(({ reason }) => reason)).toEqual([
    'They say thank youmuch, [erased].',
    '[erased] asked.',
  ]);
});

test('a name and an address that were corrected twice are blacked out as well', async () => {
  const person = aPerson();
  const id = await aDonation(testApp, { person });
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const names = ['Zora', 'Yvonne', 'Xenia'].map((firstName) => ({
    firstName,
    lastName: 'Quillfeather',
    email: `${firstName.toLowerCase()}-${person.email}`,
  }));
  for (const body of names) {
    const { status } = await testApp.call(correctDonor, { cookie, params: { id: donorId }, body });
    expect(status).toBe(204);
  }
  const texts = names.flatMap(({ firstName, email }) => [`${firstName} Quillfeather`, email]);
  const actor = await anAdministrator(testApp);
  await testApp.db.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: userActor(actor),
      action: 'donation.refund_requested',
      subjectId: newId(),
      reason: texts.join(' '),
    }),
  );
  await eraseThem(names[2]?.email ?? '');
  expect(await findMarks(testApp.db, null, texts)).toEqual([]);
});

describe('a change of a donor that was taken back', () => {
  const donorOf = async (person: ReturnType<typeof aPerson>) => {
    const id = await aDonation(testApp, { person });
    const found = testApp.db.selectFrom('donations').select('donorId').where('id', '=', id);
    return (await found.executeTakeFirstOrThrow()).donorId;
  };
  const takeBack = async (id: DonorId) => {
    const { body } = await testApp.call(getDonor, { cookie, params: { id } });
    const [change] = body.changes;
    if (!change) throw new Error('Nothing was changed');
    const params = { id, changeId: change.id };
    expect((await testApp.call(takeBackDonorChange, { cookie, params })).status).toBe(204);
  };
  const [anna, berta] = [
    { ...aPerson(), firstName: 'Anna', lastName: 'Aalders', email: 'anna@one.example' },
    { ...aPerson(), firstName: 'Berta', lastName: 'Bernstein', email: 'berta@two.example' },
  ];
  const berts = /berta|bernstein/i;

  test('shows nothing of the other in an archive after a join', async () => {
    const [id, otherId] = [await donorOf(anna), await donorOf(berta)];
    await testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
    expect((await archiveOf(anna.email)).text).toMatch(berts);
    await takeBack(id);
    const own = (await archiveOf(anna.email)).text;
    expect(own).toContain('"taken_back_at"');
    expect(own).not.toMatch(berts);
    expect((await archiveOf(berta.email)).text).not.toMatch(/anna|aalders/i);
  });

  test('shows nothing of the other after a correction to an address that was not theirs', async () => {
    const id = await donorOf({ ...anna, email: 'third@one.example' });
    const { firstName, lastName, email } = { ...berta, email: 'berta2@two.example' };
    const body = { firstName, lastName, email };
    await testApp.call(correctDonor, { cookie, params: { id }, body });
    // After three days, it counts.
    const { db } = testApp;
    await sql`update donor_changes set created_at = created_at - interval '4 days'`.execute(db);
    await sql`update donors set address_changed_at = address_changed_at - interval '4 days'`.execute(
      db,
    );
    await takeBack(id);
    const { text } = await archiveOf('third@one.example');
    expect(text).toContain('donor_mails');
    expect(text).not.toMatch(berts);
  });
});

describe('nobody is erased', () => {
  test.each([
    [
      'a bank has disputed a donation',
      { kind: 'dispute', status: 'open' } as const,
      /as soon as the bank has decided/,
    ],
    [
      'a refund is on its way',
      { kind: 'refund', status: 'pending' } as const,
      /as soon as the payment provider says/,
    ],
  ])('while %s', async (_, told, sentence) => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    await tellReturn(testApp, id, told);
    expect((await find(person.email)).body.obstacles[0]).toMatch(sentence);
    const { status, error } = await eraseThem(person.email);
    expect([status, error.code]).toEqual([409, 'erasure_refused']);
    expect(error.message).toMatch(sentence);
    expect(await findMarks(testApp.db, null, [person.email])).not.toEqual([]);
  });

  test('while a payment of theirs is under way', async () => {
    const person = aPerson();
    const id = await aCheckout(testApp, { person });
    await testApp.db.transaction().execute((trx) => awaitPayment(trx, id));
    expect((await find(person.email)).body.obstacles).toHaveLength(1);
    expect((await eraseThem(person.email)).error.message).toMatch(
      /A payment of \$100\.00 is under way/,
    );
  });

  test('without a recent confirmation', async () => {
    const person = aPerson();
    await aDonation(testApp, { person });
    const old = await logIn(testApp);
    await sql`update sessions set confirmed_at = confirmed_at - interval '1 hour'`.execute(
      testApp.db,
    );
    const { status } = await testApp.call(erasePerson, {
      cookie: old,
      body: { who: person.email },
    });
    expect(status).toBe(403);
    await sql`update sessions set confirmed_at = now()`.execute(testApp.db);
  });
});

test('nobody is erased whose record was joined after somebody looked', async () => {
  const [person, other] = [aPerson(), aPerson()];
  const donorOf = async (of: typeof person) => {
    const id = await aDonation(testApp, { person: of });
    const found = testApp.db.selectFrom('donations').select('donorId').where('id', '=', id);
    return (await found.executeTakeFirstOrThrow()).donorId;
  };
  const [id, otherId] = [await donorOf(person), await donorOf(other)];
  const { fingerprint } = (await find(person.email)).body;
  await testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
  const erase = (seen: string) =>
    testApp.call(erasePerson, { cookie, body: { who: person.email, fingerprint: seen } });
  const refused = await erase(fingerprint);
  expect([refused.status, refused.error.code]).toEqual([409, 'erasure_refused']);
  expect(await findMarks(testApp.db, null, [other.email])).not.toEqual([]);
  const anew = (await find(person.email)).body;
  expect((await erase(anew.fingerprint)).body).toMatchObject({ isErased: true });
});

describe('at the same time', () => {
  test('of two erasures one does it, and the other finds nothing', async () => {
    const { email } = await aMarkedPerson(testApp);
    const both = await Promise.all([eraseThem(email), eraseThem(email)]);
    expect(both.map(({ body }) => body.isErased).sort()).toEqual([false, true]);
  });

  test('an export that was being made is made anew, and one that was ready is gone', async () => {
    const { db, storage, mailer } = testApp;
    const { email, marks } = await aMarkedPerson(testApp);
    const actor = await anAdministrator(testApp);
    const id = crypto.randomUUID();
    await sql`insert into exports (id, requested_by, list, format, filter, columns, row_count, state)
      values (${id}, ${actor.id}, 'donors', 'csv', '{}', '{}', 0, 'waiting')`.execute(db);
    let erased = false;
    await makeExport(
      db,
      {
        mailer,
        storage: {
          ...storage,
          // Its rows are read by now.
          put: async (content, bytes) => {
            if (!erased) {
              erased = true;
              await eraseByCommand(
                db,
                actor,
                { who: email },
                { mailer, payments: testApp.payments, sealKey: async () => Buffer.alloc(32) },
              );
            }
            return storage.put(content, bytes);
          },
        },
      },
      id as never,
    );
    const made = await sql<{
      state: string;
      storageKey: string;
    }>`select state, storage_key from exports where id = ${id}`.execute(db);
    expect(made.rows[0]?.state).toBe('ready');
    expect(await findMarks(db, testApp.config.dataDir, marks.slice(0, 3))).toEqual([]);
    // The next one is erased while that file is stored.
    const { email: next } = await aMarkedPerson(testApp);
    await eraseThem(next);
    const after = await sql<{ state: string }>`select state from exports where id = ${id}`.execute(
      db,
    );
    expect(after.rows[0]?.state).toBe('deleted');
  });
});

describe('a restore of a backup from before', () => {
  test('erases again before anything is served', async () => {
    const { config, connection } = testApp;
    const person = await aMarkedPerson(testApp);
    const folder = await mkdtemp(join(tmpdir(), 'everycent-erased-'));
    await using place = await aNewPlace(kind);
    const keys = await keysForArchive(config);
    const { path } = await storeArchive(folder, 'manual', (output) =>
      writeBackup(connection, config.dataDir, output, keys),
    );
    await eraseThem(person.email);
    expect(await readFile(join(config.dataDir, 'erasures.jsonl'), 'utf8')).not.toContain('mailbox');
    // What somebody copies to the new machine: the archive, its key, and the list.
    await writeFile(
      join(folder, 'erasures.jsonl'),
      await readFile(join(config.dataDir, 'erasures.jsonl')),
    );
    const key = await readKeyFile(ownKeyPath(config.dataDir));
    const { erased } = await restoreBackup(place.config, path, key, queues);
    expect(erased).toBeGreaterThan(0);
    const restored = await openDatabase(place.config);
    const hits = await findMarks(restored.db, place.config.dataDir, person.marks);
    recordFigures('P3', { restores: 1, 'traces left': hits.length });
    expect(hits).toEqual([]);
    const { rows } = await sql`select from donations where id = ${person.donationId}`.execute(
      restored.db,
    );
    expect(rows).toHaveLength(1);
    await restored.close();
    await rm(folder, { recursive: true });
  });
});
