import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { getDonor, listDonors } from '#contract/donors/donors.ts';
import type { DonationId, DonorId, FileId, NominationId } from '#contract/ids.ts';
import { deleteImport } from '#contract/imports/imports.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { listDeadMails } from '#contract/operations/outbox.ts';
import { getRetention } from '#contract/privacy/privacy.ts';
import { previewLetter } from '#contract/vetting/decisions.ts';
import { previewDecision } from '#contract/vetting/nominations.ts';
import { sendAppeal } from '#contract/vetting/tracking-page.ts';
import { getVolunteer, listVolunteers } from '#contract/volunteers/volunteers.ts';
import { defaultRetention, type RetentionPeriods } from '#core/privacy/retention.ts';
import { addNote } from '#server/donors/donors/commands.ts';
import { deadMailsAlert } from '#server/platform/alerting/dead-mails.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { runRetention } from '#server/privacy/retention.ts';
import { recordPaperConsent } from '#server/vetting/consents/commands.ts';
import { correctNomination } from '#server/vetting/corrections/correct-nomination.ts';
import { getNominationCorrections } from '#server/vetting/corrections/queries.ts';
import { recordHours } from '#server/volunteers/record-hours.ts';
import { useTestApp } from '#test/support/app.ts';
import { fullConsent } from '#test/support/consents.ts';
import {
  aDonation,
  aNomination,
  aNominationThatIs,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { changeSettings } from '#test/support/settings.ts';
import { anAppealable } from '#test/support/tracking.ts';
import { aFollower } from '#test/support/updates.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

const testApp = useTestApp();
const nothing: RetentionPeriods = {
  donorsAfterMonths: null,
  nominationsAfterMonths: null,
  papersAfterMonths: null,
  notesAfterMonths: null,
  mailRecordsAfterMonths: null,
  undeliveredMailAfterMonths: null,
  formerAddressesAfterMonths: null,
  trailDetailsAfterMonths: null,
};

beforeEach(async () => {
  await changeSettings(testApp, { retention: defaultRetention });
});

const run = (mostPeople?: number) =>
  runRetention(
    testApp.db,
    { mailer: testApp.mailer, sealKey: async () => Buffer.alloc(32) },
    mostPeople,
  );
const keep = (periods: Partial<RetentionPeriods>, isOn = true) =>
  changeSettings(testApp, { retention: { ...nothing, ...periods, isOn } });

/** How many a rule would remove. */
async function expected(name: keyof RetentionPeriods): Promise<number | null | undefined> {
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(getRetention, { cookie });
  return body.rules.find((rule) => rule.name === name)?.rows;
}

/** Hands in how many of some kinds of old data a run has left. */
function recordKinds(kinds: number, left: number): void {
  recordFigures('P6', { 'kinds of data erased in time': kinds - left, 'kept too long': left });
}

async function donorOf(id: DonationId): Promise<DonorId> {
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return donorId;
}

async function letMonthsPass(table: string, column: string, id: string, months: number) {
  await sql`update ${sql.table(table)} set ${sql.id(column)} = ${sql.id(column)} - make_interval(months => ${months}::int)
    where id = ${id}`.execute(testApp.db);
}

test.each([
  ['that nobody has checked', false],
  ['that is checked', true],
])('whoever stands in a file %s stays until it is imported or deleted', async (_, isChecked) => {
  const calls = importCalls(testApp);
  const person = aPerson();
  const donor = await donorOf(await aDonation(testApp, { person }));
  await letMonthsPass('donors', 'last_donation_at', donor, 40);
  const line = { 'Gift ID': donor, Amount: '50,00', Email: person.email, Name: 'Vera Again' };
  const { body } = await calls.upload(plainFile([line]));
  const mapping = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0, system: 'List' } as const;
  if (isChecked) await calls.check(body, mapping);
  const { id } = await calls.settled(body.id);
  await keep({ donorsAfterMonths: 36 });
  const erasedAt = async () => {
    await run();
    return testApp.db
      .selectFrom('donors')
      .select('erasedAt')
      .where('id', '=', donor)
      .executeTakeFirst();
  };
  expect(await erasedAt()).toEqual({ erasedAt: null });
  expect(await calls.find(id)).toMatchObject({ problem: null });
  await testApp.call(deleteImport, { cookie: await calls.as('importer'), params: { id } });
  expect(await erasedAt()).toEqual({ erasedAt: expect.any(String) });
});

test('whoever stands in a file with an address of a joined donor stays, too', async () => {
  const calls = importCalls(testApp);
  const joined = aPerson();
  const [donor, other] = [
    await donorOf(await aDonation(testApp)),
    await donorOf(await aDonation(testApp, { person: joined })),
  ];
  await testApp.db
    .updateTable('donors')
    .set({ joinedInto: donor })
    .where('id', '=', other)
    .execute();
  await letMonthsPass('donors', 'last_donation_at', donor, 40);
  const line = { 'Gift ID': donor, Amount: '50,00', Email: joined.email, Name: 'Vera Again' };
  const { body } = await calls.upload(plainFile([line]));
  await keep({ donorsAfterMonths: 36 });
  expect(await expected('donorsAfterMonths')).toBe(0);
  await run();
  expect(await calls.find(body.id)).toMatchObject({ problem: null });
  await testApp.call(deleteImport, { cookie: await calls.as('importer'), params: { id: body.id } });
  expect(await expected('donorsAfterMonths')).toBe(1);
});

test('one who cannot be erased stands in nobody’s way, and the team hears of it until it is over', async () => {
  const [broken, other] = [
    await donorOf(await aDonation(testApp)),
    await donorOf(await aDonation(testApp)),
  ];
  await letMonthsPass('donors', 'last_donation_at', broken, 201);
  await letMonthsPass('donors', 'last_donation_at', other, 200);
  await sql`create function refuse_for_a_test() returns trigger language plpgsql as
    $$ begin raise exception 'This one does not change'; end $$`.execute(testApp.db);
  await sql`create trigger refuse_for_a_test before update on donors for each row
    when (old.id = ${sql.lit(broken)}) execute function refuse_for_a_test()`.execute(testApp.db);
  await keep({ donorsAfterMonths: 36 });
  const isErased = async (id: DonorId) =>
    (
      await testApp.db
        .selectFrom('donors')
        .select('erasedAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).erasedAt !== null;
  const alerts = async () =>
    testApp.db
      .selectFrom('alerts')
      .select('message')
      .where('key', '=', 'retention:failed')
      .where('settledAt', 'is', null)
      .execute();
  // A run of one goes on after the older one.
  await run(1);
  expect([await isErased(broken), await isErased(other)]).toEqual([false, true]);
  expect((await alerts())[0]?.message).toContain(
    'about 1 person was changed, because of a failure: This one does not change.',
  );

  await sql`drop trigger refuse_for_a_test on donors`.execute(testApp.db);
  await run();
  expect(await isErased(broken)).toBe(true);
  expect(await alerts()).toEqual([]);
});

test('nothing is removed before an owner switches it on, whatever the preview shows', async () => {
  const donor = await donorOf(await aDonation(testApp));
  await letMonthsPass('donors', 'last_donation_at', donor, 40);
  expect(defaultRetention.isOn).toBe(false);
  await keep({ donorsAfterMonths: 36 }, false);
  expect(await expected('donorsAfterMonths')).toBe(1);
  await run();
  expect(await expected('donorsAfterMonths')).toBe(1);
  await keep({ donorsAfterMonths: 36 });
  await run();
  expect(await expected('donorsAfterMonths')).toBe(0);
  const cookie = await signIn(testApp);
  const erasedDonor = (await testApp.call(getDonor, { cookie, params: { id: donor } })).body;
  recordKinds(1, Number(erasedDonor.erasedAt === null));
  expect(erasedDonor).toMatchObject({ firstName: 'Erased', amount: 10_000 });
  const { body } = await testApp.call(listAudit, {
    cookie,
    query: { action: 'privacy.retention_ran' },
  });
  expect(body[0]?.changes).toContainEqual({ field: 'Erased donors', before: null, after: '1' });
});

test('donors who gave since, nominated, give time, or follow a need stay', async () => {
  await keep({ donorsAfterMonths: 12 });
  const nominator = aPerson();
  const nominationId = await anAcceptedNomination(testApp, { person: nominator });
  const follower = aPerson();
  for (const person of [nominator, follower]) {
    const old = await donorOf(await aDonation(testApp, { person }));
    await letMonthsPass('donors', 'last_donation_at', old, 30);
  }
  expect(await expected('donorsAfterMonths')).toBe(1);
  await aFollower(testApp, nominationId, follower.email, false);
  const recent = await donorOf(await aDonation(testApp));
  await letMonthsPass('donors', 'last_donation_at', recent, 11);
  for (const state of ['agreed', 'done']) {
    const helper = await donorOf(await aDonation(testApp, { isAvailableToVolunteerTime: true }));
    await letMonthsPass('donors', 'last_donation_at', helper, 30);
    const { id } = await testApp.db
      .updateTable('volunteerOffers')
      .set({ state: state as 'agreed' })
      .where('donorId', '=', helper)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (state === 'agreed') continue;
    expect(await expected('donorsAfterMonths')).toBe(1);
    const work = { day: '2026-01-02', minutes: 60, what: 'Drove', nominationId: null };
    const actor = await anAdministrator(testApp);
    const hours = { id, ...work, isConfirmed: true };
    await recordHours(testApp.db, actor, hours, null, testApp.settings);
  }
  expect(await expected('donorsAfterMonths')).toBe(0);
});

test('declined nominations lose everything personal, accepted and young ones nothing', async () => {
  await keep({ nominationsAfterMonths: 12 });
  const declined = await aNominationThatIs(testApp, 'rejected', { nominee: 'Otto Declined' });
  const young = await aNominationThatIs(testApp, 'rejected');
  const accepted = await anAcceptedNomination(testApp);
  for (const id of [declined, accepted]) {
    await letMonthsPass('nominations', 'vetting_state_since', id, 13);
    await sql`update nomination_decisions set created_at = created_at - interval '13 months' where nomination_id = ${id}`.execute(
      testApp.db,
    );
  }
  expect(await expected('nominationsAfterMonths')).toBe(1);
  await run();
  const rows = await testApp.db
    .selectFrom('nominations')
    .select(['id', 'nominee', 'erasedAt', 'phone'])
    .where('id', 'in', [declined, young, accepted])
    .execute();
  const erased = rows.filter(({ erasedAt }) => erasedAt !== null);
  recordKinds(1, Number(!erased.some(({ id }) => id === declined)));
  expect(erased).toMatchObject([{ id: declined, nominee: 'Erased nominee', phone: '' }]);
});

test('papers leave long after the decision, also those of an appeal; what a nominee has signed stays', async () => {
  const { id: declined, token } = await anAppealable(testApp);
  const accepted = await anAcceptedNomination(testApp);
  const actor = await anAdministrator(testApp);
  const [sent, signed] = [newId<FileId>(), newId<FileId>()];
  const paper = { kind: 'paper', state: 'processing', bytes: 1 } as const;
  await testApp.db
    .insertInto('files')
    .values([
      { ...paper, id: sent, nominationId: declined, createdBy: null },
      { ...paper, id: signed, nominationId: accepted, createdBy: actor.id },
    ])
    .execute();
  const body = { token, text: 'Please.', papers: [sent] };
  expect((await testApp.call(sendAppeal, { body })).status).toBe(200);
  const consent = { ...fullConsent, id: accepted, paperId: signed };
  await recordPaperConsent(testApp.db, actor, consent, testApp.mailer);
  await sql`update nomination_decisions set created_at = created_at - interval '13 months'
    where nomination_id in (${declined}, ${accepted})`.execute(testApp.db);
  await keep({ papersAfterMonths: 12 });
  await run();
  const left = await testApp.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [sent, signed])
    .execute();
  recordKinds(1, Number(left.some(({ id }) => id === sent)));
  expect(left).toEqual([{ id: signed }]);
});

test('notes, records of mails, and former names leave with their age', async () => {
  const actor = await anAdministrator(testApp);
  const id = await donorOf(await aDonation(testApp));
  const { id: noteId } = await addNote(testApp.db, actor, { id, text: 'Likes tea' }, null);
  await letMonthsPass('donor_notes', 'created_at', noteId, 7);
  await sql`update donor_mails set created_at = created_at - interval '7 months' where donor_id = ${id}`.execute(
    testApp.db,
  );
  await sql`update donors set formerly = 'Grace Murray, old@example.com' where id = ${id}`.execute(
    testApp.db,
  );
  await keep({ notesAfterMonths: 6, mailRecordsAfterMonths: 6, formerAddressesAfterMonths: 6 });
  expect(await expected('notesAfterMonths')).toBe(1);
  expect(await expected('mailRecordsAfterMonths')).toBe(1);
  expect(await expected('formerAddressesAfterMonths')).toBe(1);
  await run();
  const cookie = await signIn(testApp, actor);
  const { body } = await testApp.call(getDonor, { cookie, params: { id } });
  const left = [body.notes, body.mails, body.formerly];
  recordKinds(3, left.filter(({ length }) => length > 0).length);
  expect(left).toEqual([[], [], []]);
});

test('what a nomination said before leaves with the age of its last correction', async () => {
  const actor = await anAdministrator(testApp);
  const corrected = async (...monthsAgo: number[]) => {
    const id = await aNomination(testApp);
    for (const months of monthsAgo) {
      const { revision, facts } = await getNominationCorrections(testApp.db, id);
      const nominee = `${facts.nominee} ${months}`;
      const input = { id, ...facts, nominee, revision, reason: 'Misspelled' };
      const { corrections } = await correctNomination(testApp.db, actor, input, testApp.mailer);
      const [last] = corrections;
      await letMonthsPass('nomination_corrections', 'created_at', last?.id ?? '', months);
    }
    return id;
  };
  const [old, lately] = [await corrected(8, 7), await corrected(8, 5)];
  await keep({ formerAddressesAfterMonths: 6 });
  expect(await expected('formerAddressesAfterMonths')).toBe(1);
  await run();
  const left = async (id: NominationId) =>
    (await getNominationCorrections(testApp.db, id)).corrections.length;
  expect([await left(old), await left(lately)]).toEqual([0, 2]);
});

test('the alert about mail that could not be sent ends with the last of it', async () => {
  const { db } = testApp;
  await sql`insert into dead_mails (id, mail, error, tries, created_at)
    values (${newId()}, '{"to": "gone@example.com"}', 'Unknown', 1, now() - interval '7 months')`.execute(
    db,
  );
  await db
    .transaction()
    .execute((trx) =>
      showAlert(trx, { key: deadMailsAlert, title: 'T', message: 'M', path: '/admin/mail' }),
    );
  const open = () =>
    db
      .selectFrom('alerts')
      .select('key')
      .where('key', '=', deadMailsAlert)
      .where('settledAt', 'is', null)
      .execute();
  await keep({ undeliveredMailAfterMonths: 8 });
  await run();
  expect(await open()).toHaveLength(1);
  await keep({ undeliveredMailAfterMonths: 6 });
  await run();
  expect(await open()).toEqual([]);
});

test('details of old entries are blacked out, and the trail refuses every other change', async () => {
  const { db } = testApp;
  const write = (after: string) =>
    sql`update audit_entries set after = ${after}::jsonb where action = 'cause.created'`.execute(
      db,
    );
  await aDonation(testApp);
  await expect(write('{"name": "Forged"}')).rejects.toThrow('audit_entries is append-only');
  await expect(write('{"name": "[erased]"}')).rejects.toThrow('audit_entries is append-only');
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('append-only');
  // In a transaction that says that somebody was erased, a text may be blacked out, and nothing else may be done.
  const inErasure = (statement: string) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into audit_entries (id, actor, action, subject_id)
        values (gen_random_uuid(), 'system', 'privacy.erased', 'x')`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
  for (const change of [
    `after = '{"name": "Forged"}'`,
    `after = '{"name": "[erased]", "amount": 5}'`,
    `after = null`,
    `actor = 'system'`,
    `reason = 'Forged'`,
    `created_at = now() - interval '1 day'`,
  ]) {
    const statement = `update audit_entries set ${change} where action = 'cause.created'`;
    await expect(inErasure(statement), change).rejects.toThrow('audit_entries is append-only');
  }
  await inErasure(
    `update audit_entries set after = '{"name": "[erased]"}' where action = 'cause.created'`,
  );
  await keep({ trailDetailsAfterMonths: 1 });
  expect(await expected('trailDetailsAfterMonths')).toBe(0);
  await sql`insert into audit_entries (id, created_at, actor, action, subject_id, after)
    values (gen_random_uuid(), now() - interval '2 months', 'system', 'session.started', 'x', '{"browser": "Firefox on Linux"}')`.execute(
    db,
  );
  expect(await expected('trailDetailsAfterMonths')).toBe(1);
  await run();
  recordKinds(1, Math.min(1, (await expected('trailDetailsAfterMonths')) ?? 1));
  expect(await expected('trailDetailsAfterMonths')).toBe(0);
});

test('a mail that has left leaves the queue within 30 days', async () => {
  const { db, mailer, boss } = testApp;
  const to = aPerson().email;
  await db
    .transaction()
    .execute((trx) =>
      mailer.enqueue(trx, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }),
    );
  await testApp.inbox.waitFor(to, 'Hello');
  const statesOf = async () => {
    const { rows } = await sql<{ state: string }>`select state::text from pgboss.job
      where name = 'mail' and data ->> 'to' = ${to}`.execute(db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(statesOf, { timeout: 60_000 }).toEqual(['completed']);
  await sql`update pgboss.job set completed_on = completed_on - interval '30 days'
    where name = 'mail' and data ->> 'to' = ${to}`.execute(db);
  // As on each of its rounds, whenever the last one was.
  await sql`update pgboss.queue set maintain_on = null where name = 'mail'`.execute(db);
  await boss.supervise('mail');
  const left = await statesOf();
  recordKinds(1, left.length);
  expect(left).toEqual([]);
});

test('reading contact data is in the trail, once an hour for each reader and list', async () => {
  const reader = await aTeamMember(testApp, 'auditor');
  const cookie = await signIn(testApp, reader);
  const id = await donorOf(await aDonation(testApp));
  for (let time = 0; time < 3; time++) {
    await testApp.call(listDonors, { cookie });
    await testApp.call(getDonor, { cookie, params: { id } });
  }
  const { body } = await testApp.call(listAudit, {
    cookie,
    query: { action: 'contact.', actor: `user:${reader.id}` },
  });
  expect(body.map(({ what, subject }) => [what, subject.name]).sort()).toEqual([
    ['Read a donor’s contact data', 'Grace Hopper'],
    ['Read a list with contact data', 'Donors'],
  ]);
  const treasurer = await aTeamMember(testApp, 'treasurer');
  const other = await signIn(testApp, treasurer);
  const offer = await aVolunteer(testApp);
  await testApp.call(listVolunteers, { cookie: other });
  await testApp.call(getVolunteer, { cookie: other, params: { id: offer } });
  await testApp.call(listDeadMails, { cookie: other });
  const more = await testApp.call(listAudit, {
    cookie,
    query: { action: 'contact.', actor: `user:${treasurer.id}` },
  });
  expect(more.body.map(({ what, subject }) => [what, subject.name]).sort()).toEqual([
    ['Read a list with contact data', 'Undelivered mail'],
    ['Read a list with contact data', 'Volunteers'],
    ['Read a volunteer’s contact data', 'Grace Hopper'],
  ]);
  // What a mail would say, and to whom.
  for (const role of ['case-worker', 'owner'] as const) {
    const member = await aTeamMember(testApp, role);
    const call = {
      cookie: await signIn(testApp, member),
      params: { id: await aNomination(testApp) },
    };
    if (role === 'owner') {
      await testApp.call(previewDecision, { ...call, query: { action: 'accept' } });
    } else {
      const letter = 'We are sorry.';
      await testApp.call(previewLetter, { ...call, body: { action: 'reject', letter } });
    }
    const { body: read } = await testApp.call(listAudit, {
      cookie,
      query: { action: 'contact.', actor: `user:${member.id}` },
    });
    expect(
      read.map(({ what }) => what),
      role,
    ).toEqual(['Read a nominator’s contact data']);
  }
  const viewer = await aTeamMember(testApp, 'viewer');
  await testApp.request({
    url: '/api/donations',
    headers: { cookie: await signIn(testApp, viewer) },
  });
  const seen = await testApp.call(listAudit, {
    cookie,
    query: { action: 'contact.', actor: `user:${viewer.id}` },
  });
  expect(seen.body).toEqual([]);
});
