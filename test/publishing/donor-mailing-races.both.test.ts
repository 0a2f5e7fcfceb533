import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { joinDonors } from '#contract/donors/donors.ts';
import type { DonorId, DonorMailingId } from '#contract/ids.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import {
  listDonorMailings,
  mailDonors,
  stopDonorMailing,
  tryDonorMail,
} from '#contract/publishing/donor-mailings.ts';
import { maxMailedAlone, maxMailedPerDay } from '#core/donors/donor-mails.ts';
import { maxSelected } from '#core/platform/many-at-once.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { queueNextDonorMails } from '#server/publishing/donor-mailings/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  anAdministrator,
  aPerson,
  aTeamMember,
  logIn,
  manyDonors,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const written = { subject: 'Thank you, {first name}', text: 'Dear {full name},\n\nYou helped.' };

async function aDonor(person = aPerson()): Promise<{ id: DonorId; person: typeof person }> {
  const donationId = await aDonation(testApp, { person });
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  return { id: donorId, person };
}

const optOut = (email: string) =>
  testApp.db.insertInto('mailOptOuts').values({ email: email.toLowerCase() }).execute();

async function send(ids: DonorId[], more: object = {}) {
  const cookie = await signIn(testApp);
  return testApp.call(mailDonors, { cookie, body: { ...written, ids }, ...more });
}

/** As if the time to stop it were over. */
async function letGraceEnd(id: DonorMailingId): Promise<void> {
  const leavesAt = new Date(Date.now() - 1_000).toISOString();
  await testApp.db.updateTable('donorMailings').set({ leavesAt }).where('id', '=', id).execute();
  while ((await queueNextDonorMails(testApp.db, testApp.mailer)) > 0);
}

async function look(id: DonorMailingId) {
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(listDonorMailings, { cookie });
  return body.find((mailing) => mailing.id === id);
}

test('each donor gets it with their name and a link to stop updates, and it is on record', async () => {
  const { id, person } = await aDonor();
  const { status, body } = await send([id]);
  expect(status).toBe(201);
  expect(body).toMatchObject({ done: [id], refused: [], mailing: { total: 1, sent: 0 } });
  expect(await queueNextDonorMails(testApp.db, testApp.mailer)).toBe(0);
  await letGraceEnd(body.mailing.id);
  const mail = await testApp.inbox.waitFor(person.email, 'Thank you, ');
  expect(mail.subject).toBe(`Test: Thank you, ${person.firstName}`);
  expect(mail.text).toContain(`Dear ${person.firstName} ${person.lastName},`);
  expect(mail.text).toContain('Stop email updates');
  expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);
  await expect.poll(async () => (await look(body.mailing.id))?.sent).toBe(1);
});

test('leaves out who wants no updates, who was joined, and who got one today, and says so', async () => {
  const [willing, unwilling, kept, joined] = [
    await aDonor(),
    await aDonor(),
    await aDonor(),
    await aDonor(),
  ];
  await optOut(unwilling.person.email);
  const cookie = await signIn(testApp);
  const params = { id: kept.id };
  await testApp.call(joinDonors, { cookie, params, body: { otherId: joined.id } });
  const unknown = newId<DonorId>();
  const { body } = await send([willing.id, unwilling.id, joined.id, unknown]);
  expect(body.done).toEqual([willing.id]);
  expect(body.refused).toEqual([
    { id: unwilling.id, reason: 'This donor wants no updates by email.' },
    { id: joined.id, reason: 'This record was joined into another one.' },
    { id: unknown, reason: 'This donor is not on record anymore.' },
  ]);
  const again = await send([willing.id]);
  expect(again).toMatchObject({
    status: 409,
    error: { code: 'nobody_to_mail', message: expect.stringContaining('in the last 24 hours') },
  });
});

test('a double click, a lost answer, and a colleague at the same moment send it once', async () => {
  const { id, person } = await aDonor();
  const cookie = await signIn(testApp);
  const call = { cookie, body: { ...written, ids: [id] }, idempotencyKey: newId() };
  const before = await mailsQueuedFor(testApp, person.email);
  const answers = await Promise.all([
    testApp.call(mailDonors, call),
    testApp.call(mailDonors, call),
    send([id]),
  ]);
  const mailings = new Set(answers.flatMap(({ body }) => body.mailing?.id ?? []));
  expect(mailings.size).toBe(1);
  const [mailing] = mailings as Set<DonorMailingId>;
  await letGraceEnd(mailing as DonorMailingId);
  await Promise.all([
    queueNextDonorMails(testApp.db, testApp.mailer),
    queueNextDonorMails(testApp.db, testApp.mailer),
  ]);
  expect(await mailsQueuedFor(testApp, person.email)).toBe(before + 1);
});

test('can be stopped before it leaves, and only once', async () => {
  const { id, person } = await aDonor();
  const before = await mailsQueuedFor(testApp, person.email);
  const { body } = await send([id]);
  const cookie = await signIn(testApp);
  const params = { id: body.mailing.id };
  const stopped = await testApp.call(stopDonorMailing, { cookie, params });
  expect(stopped).toMatchObject({ status: 200, body: { sent: 0, leftOut: 1 } });
  expect(await testApp.call(stopDonorMailing, { cookie, params })).toMatchObject({
    status: 409,
    error: { code: 'mailing_over' },
  });
  await letGraceEnd(body.mailing.id);
  expect(await mailsQueuedFor(testApp, person.email)).toBe(before);
  // Nobody got it, so the donor may get the corrected one today.
  expect((await send([id])).status).toBe(201);
});

test('what changes while it waits counts: an opt-out, an address, two records of one person', async () => {
  const person = aPerson();
  const [unwilling, moved, kept, joined] = [
    // Opt-outs are in small letters.
    await aDonor({ ...person, email: person.email.replace('grace', 'Grace') }),
    await aDonor(),
    await aDonor(),
    await aDonor(),
  ];
  const { body } = await send([unwilling.id, moved.id, kept.id, joined.id]);
  expect(body.done).toHaveLength(4);
  await optOut(unwilling.person.email);
  const email = aPerson().email;
  await testApp.db.updateTable('donors').set({ email }).where('id', '=', moved.id).execute();
  const cookie = await signIn(testApp);
  const params = { id: kept.id };
  await testApp.call(joinDonors, { cookie, params, body: { otherId: joined.id } });
  const before = await mailsQueuedFor(testApp, kept.person.email);
  const unwanted = await mailsQueuedFor(testApp, unwilling.person.email);
  await letGraceEnd(body.mailing.id);
  await testApp.inbox.waitFor(email, 'Thank you, ');
  expect(await mailsQueuedFor(testApp, kept.person.email)).toBe(before + 1);
  expect(await mailsQueuedFor(testApp, unwilling.person.email)).toBe(unwanted);
  expect(await look(body.mailing.id)).toMatchObject({ total: 4, leftOut: 2 });
});

test('whoever was erased gets none, and what has left to them before stays counted', async () => {
  const [erased, willing, late] = [await aDonor(), await aDonor(), await aDonor()];
  const cookie = await logIn(testApp);
  const erase = (who: string) => testApp.call(erasePerson, { cookie, body: { who } });
  await erase(erased.person.email);
  const { body } = await send([erased.id, willing.id, late.id]);
  const reason = 'This donor is not on record anymore.';
  expect(body.refused).toEqual([{ id: erased.id, reason }]);
  await erase(late.person.email);
  await letGraceEnd(body.mailing.id);
  await expect.poll(async () => (await look(body.mailing.id))?.sent).toBe(1);
  await erase(willing.person.email);
  expect(await look(body.mailing.id)).toMatchObject({ total: 2, sent: 1, leftOut: 1 });
});

test('a record that was joined since it got one counts for today', async () => {
  const [kept, joined] = [await aDonor(), await aDonor()];
  expect((await send([joined.id])).status).toBe(201);
  const cookie = await signIn(testApp);
  const body = { otherId: joined.id };
  await testApp.call(joinDonors, { cookie, params: { id: kept.id }, body });
  expect(await send([kept.id])).toMatchObject({ status: 409, error: { code: 'nobody_to_mail' } });
});

test('a thousand selected donors get it, more do not, and the day has a limit', async () => {
  const ids = await manyDonors(testApp, maxMailedPerDay + 1);
  expect((await send(ids.slice(0, maxSelected + 1))).status).toBe(400);
  const { status, body } = await send(ids.slice(0, maxSelected));
  expect(status).toBe(201);
  expect(body.done).toHaveLength(maxSelected);
  const over = await send(ids.slice(maxSelected, 2 * maxSelected));
  // Together with what the tests before have sent.
  expect(over).toMatchObject({ status: 429, error: { code: 'too_many_requests' } });
  const cookie = await signIn(testApp);
  const params = { id: body.mailing.id };
  const stopped = await testApp.call(stopDonorMailing, { cookie, params });
  expect(stopped.body).toMatchObject({ sent: 0, leftOut: maxSelected });
  // More than one transaction writes.
  const few = await send(ids.slice(0, 30));
  await letGraceEnd(few.body.mailing.id);
  const { rows: queued } = await sql<{ mails: number; people: number }>`
    select count(*) as mails, count(distinct data ->> 'to') as people from pgboss.job
    where name = 'mail' and data ->> 'to' like 'crowd-%'`.execute(testApp.db);
  expect(queued).toEqual([{ mails: 30, people: 30 }]);
});

test('a test goes to whoever writes it, and to nobody else', async () => {
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  const { body } = await testApp.call(tryDonorMail, { cookie, body: written });
  expect(body.message).toContain(actor.email);
  const mail = await testApp.inbox.waitFor(actor.email, `Thank you, ${actor.firstName}`);
  expect(mail.text).toContain('Only you got this email.');
});

test('what is no place for a name is refused, and so is whoever may not write to donors', async () => {
  const { id } = await aDonor();
  const cookie = await signIn(testApp);
  const body = { subject: 'Hello', text: 'Dear {firstname},', ids: [id] };
  expect(await testApp.call(mailDonors, { cookie, body })).toMatchObject({
    status: 400,
    error: { fields: { text: expect.stringContaining('{firstname}') } },
  });
  const auditor = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
  const call = { cookie: auditor, body: { ...written, ids: [id] } };
  expect((await testApp.call(mailDonors, call)).status).toBe(403);
});

test('two emails at once are not both within what one may send alone', async () => {
  await testApp.db.deleteFrom('donorMailingRecipients').execute();
  const donors = await Promise.all(Array.from({ length: maxMailedAlone + 1 }, () => aDonor()));
  const ids = donors.map(({ id }) => id);
  const halves = [ids.slice(0, maxMailedAlone / 2), ids.slice(maxMailedAlone / 2)];
  await anAdministrator(testApp);
  const cookie = await signIn(testApp, await anAdministrator(testApp));
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  const sendBoth = () =>
    Promise.all(
      halves.map((half, place) => {
        const body = { ...written, ids: half };
        return testApp.call(mailDonors, { cookie, body, idempotencyKey: `half-${place}` });
      }),
    );
  const answers = await sendBoth();
  // What was sent is answered as before, although it would be too much now.
  const repeated = await sendBoth();
  await changeSettings(testApp, { fourEyes });
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 202]);
  expect(repeated.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
});
