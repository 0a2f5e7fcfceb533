import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuseDedications } from '#contract/giving/dedications.ts';
import { createDonation, getDonation } from '#contract/giving/donations.ts';
import { type DonationId, donationId } from '#contract/ids.ts';
import { resendMail } from '#contract/operations/outbox.ts';
import { dedicationRefusalPath, publicPaths } from '#contract/pages.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import {
  changeDonationPage,
  openDonationPage,
  saveDedication,
} from '#contract/publishing/donation-page.ts';
import { addMonths } from '#core/plans/plans.ts';
import { isoDayOf, momentAt } from '#core/platform/dates.ts';
import { eraseOldRecipients } from '#server/giving/dedications/commands.ts';
import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import { deadMailsAlert } from '#server/platform/alerting/dead-mails.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import { readArchive } from '#server/privacy/archive.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aPerson,
  aTeamMember,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { aMailServer, type ReceivedMail } from '#test/support/mail-server.ts';
import { aDonationToken } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { pressOnTestPage } from '#test/support/test-plans.ts';

// Mail through the real queue and a real mail server, with a clock that is moved.
const server = await aMailServer();
const testApp = useTestApp({ env: { SMTP_URL: server.url, TIME_ZONE: 'America/New_York' } });
beforeAll(() => server.start());
beforeEach(() => server.reset());
afterAll(() => server.stop());

const aDedication = () => ({
  dedicationKind: 'memory' as const,
  honoree: 'Ada Lovelace',
  recipientName: 'Ben Lovelace',
  recipientEmail: aPerson().email.replace('grace', 'ben'),
  dedicationMessage: 'She would have liked it.',
  tellsName: true,
  sendOn: '',
});
type Dedication = ReturnType<typeof aDedication>;

let nextCaller = 1;
/** A paid donation with a dedication; returns it with its donor. */
async function dedicated(changes: Partial<Dedication & { isAnonymous: boolean }> = {}, more = {}) {
  const { id: causeId } = await aCause(testApp);
  const person = aPerson();
  const dedication = { ...aDedication(), ...changes };
  const answer = await testApp.call(createDonation, {
    // A network causes few mails a day.
    from: `10.0.0.${nextCaller++}`,
    body: { amount: 4_321, causeId, ...person, ...dedication, ...more },
  });
  expect([answer.status, answer.error?.fields]).toEqual([201, undefined]);
  const id = donationId.parse(answer.body.url.split('/').at(-1));
  if ('interval' in more) await pressOnTestPage(testApp, id, 'outcome=paid');
  else await payCheckout(testApp, id, 4_321);
  return { id, person, dedication };
}

const rowOf = (id: DonationId) =>
  testApp.db
    .selectFrom('dedications')
    .selectAll()
    .where('donationId', '=', id)
    .executeTakeFirstOrThrow();

/** Lets the moment come at which the mail is due, and the job run that sends it. */
async function letItBeDue(id: DonationId) {
  await testApp.db
    .updateTable('dedications')
    .set({ dueAt: sql<string>`now()` })
    .where('donationId', '=', id)
    .execute();
  await send();
}
async function send() {
  while ((await sendDueDedications(testApp.db, testApp.mailer)) > 0);
}

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address));
async function mailTo(address: string, subject: string): Promise<ReceivedMail['mail']> {
  const isAbout = ({ mail }: ReceivedMail) => mail.subject?.includes(subject) ?? false;
  return (await server.waitFor(address, isAbout)).mail;
}

/** What is seen on the donation page. */
async function pageOf(id: DonationId) {
  const token = await aDonationToken(testApp, id);
  const { body } = await testApp.call(openDonationPage, { body: { token } });
  return { token, dedication: body.donor?.dedication, donor: body.donor };
}

describe('a dedication', () => {
  test('is told once, after the donation is booked, and never says how much it was', async () => {
    const { id, person, dedication } = await dedicated();
    await send();
    // An hour, in which the donor can correct it.
    expect(mailsTo(dedication.recipientEmail)).toEqual([]);
    const { sentAt, dueAt } = await rowOf(id);
    expect(sentAt).toBeNull();
    expect(Date.parse(dueAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    await letItBeDue(id);
    await letItBeDue(id);
    const mail = await mailTo(dedication.recipientEmail, 'in memory of Ada Lovelace');
    const text = `${mail.subject} ${mail.text} ${mail.html}`;
    expect(text).toContain('Dear Ben Lovelace,');
    expect(text).toContain('Grace Hopper made a donation');
    expect(text).toContain('She would have liked it.');
    expect(text).toContain(`${dedicationRefusalPath}#`);
    // Who we are, what is stored and until when, and where the rest is said.
    for (const said of [
      'is a charity that',
      'your name, your email address, and the message',
      '30 days',
      'reply to this email',
      `${publicPaths.privacyPolicy}#dedication`,
    ]) {
      expect(text).toContain(said);
    }
    // Not “43”: the secret in the link may have it.
    for (const secret of ['43.21', '4,321', person.email, id])
      expect(mail.text).not.toContain(secret);
    const copy = await mailTo(person.email, 'Your email about a donation');
    expect(copy.text).toContain('She would have liked it.');
    expect(copy.text).not.toContain('43.21');
    expect(mailsTo(dedication.recipientEmail)).toHaveLength(1);
    const { wishes } = await testApp.db
      .selectFrom('checkouts')
      .select('wishes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(wishes).toBeNull();
  });

  test('comes with the name that was typed with it, not with the one that belongs to the address', async () => {
    const known = { ...aPerson(), firstName: 'Veronica', lastName: 'Known' };
    await aDonation(testApp, { person: known });
    const typed = { email: known.email, firstName: 'Mallory', lastName: 'Typed' };
    const { id, dedication } = await dedicated({}, typed);
    await letItBeDue(id);
    const { text } = await mailTo(dedication.recipientEmail, 'in memory of Ada Lovelace');
    expect(text).toContain('Mallory Typed made a donation');
    expect(text).not.toContain('Veronica');
  });

  test('leaves in the morning of its day, where the charity is', async () => {
    const sendOn = addMonths(isoDayOf(new Date(), 'America/New_York'), 1);
    const { id } = await dedicated({ sendOn });
    const { dueAt } = await rowOf(id);
    expect(dueAt).toBe(momentAt(sendOn, 8 * 3600, 'America/New_York'));
  });

  test('can be a name alone, and then nobody is told', async () => {
    const { id, person } = await dedicated({
      recipientName: '',
      recipientEmail: '',
      dedicationMessage: '',
      tellsName: false,
    });
    expect(await rowOf(id)).toMatchObject({ honoree: 'Ada Lovelace', dueAt: null });
    await send();
    const subjects = mailsTo(person.email).map(({ mail }) => mail.subject);
    expect(subjects.join()).not.toContain('Your email about');
    expect((await pageOf(id)).dedication).toMatchObject({ honoree: 'Ada Lovelace' });
  });

  test.each([
    [{ dedicationKind: '' }, 'dedicationKind'],
    [{ honoree: '' }, 'honoree'],
    [{ recipientEmail: '' }, 'recipientEmail'],
    [{ recipientEmail: 'nobody' }, 'recipientEmail'],
    [{ recipientName: '' }, 'recipientName'],
    [{ recipientName: 'Win at evil.example' }, 'recipientName'],
    [{ dedicationMessage: 'Look at https://evil.example' }, 'dedicationMessage'],
    [{ dedicationMessage: 'x'.repeat(501) }, 'dedicationMessage'],
    [{ sendOn: '2020-01-01' }, 'sendOn'],
    [{ sendOn: '2099-01-01' }, 'sendOn'],
  ])('is refused with %o', async (changes, field) => {
    const { id: causeId } = await aCause(testApp);
    const { status, error } = await testApp.call(createDonation, {
      body: { amount: 500, causeId, ...aPerson(), ...aDedication(), ...(changes as object) },
    });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('names no giver who does not want it, stays anonymous, or gave an address as a name', async () => {
    const quiet = await dedicated({ tellsName: false });
    const anonymous = await dedicated({ isAnonymous: true });
    const later = await dedicated();
    const linked = await dedicated({}, { lastName: 'see https://evil.example' });
    const { token } = await pageOf(later.id);
    await testApp.call(changeDonationPage, { body: { token, isAnonymous: true } });
    for (const { id, dedication } of [quiet, anonymous, later, linked]) {
      await letItBeDue(id);
      const { text, html } = await mailTo(dedication.recipientEmail, 'in memory of');
      expect(text).toContain('Somebody made a donation');
      expect(`${text} ${html}`).not.toMatch(/Grace|Hopper|evil/);
    }
  });
});

describe('the donor', () => {
  test('corrects it until it is sent, and sees what became of it', async () => {
    const { id } = await dedicated();
    const { token, dedication: before } = await pageOf(id);
    expect(before).toMatchObject({ honoree: 'Ada Lovelace', isChangeable: true, sentAt: null });
    const corrected = { ...aDedication(), honoree: 'Augusta Ada King' };
    const saved = await testApp.call(saveDedication, { body: { token, ...corrected } });
    expect(saved.body.donor?.dedication).toMatchObject({ honoree: 'Augusta Ada King' });
    await letItBeDue(id);
    await mailTo(corrected.recipientEmail, 'Augusta Ada King');
    expect((await pageOf(id)).dedication).toMatchObject({ isChangeable: false });
    const late = await testApp.call(saveDedication, { body: { token, ...aDedication() } });
    expect([late.status, late.error.code]).toEqual([409, 'dedication_settled']);
  });

  test('adds one to a donation that has none, and takes it back', async () => {
    const { token } = await pageOf(await aDonation(testApp));
    const added = await testApp.call(saveDedication, { body: { token, ...aDedication() } });
    expect(added.body.donor?.dedication).toMatchObject({ kind: 'memory' });
    const removed = await testApp.call(saveDedication, { body: { token } });
    expect(removed.body.donor?.dedication).toBeNull();
  });

  test('is told if the mail cannot be delivered', async () => {
    const { id, person, dedication } = await dedicated();
    const { recipientEmail } = dedication;
    server.recipientCode = (address) => (address === recipientEmail ? 550 : undefined);
    await letItBeDue(id);
    await mailTo(person.email, 'about your dedication could not be delivered');
    expect((await pageOf(id)).dedication?.bouncedAt).not.toBeNull();
    server.recipientCode = () => undefined;
    const dead = await testApp.db
      .selectFrom('deadMails')
      .select('id')
      .where('resolvedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await testApp.call(resendMail, { cookie: await signIn(testApp), params: { id: dead.id } });
    await mailTo(recipientEmail, 'in memory of');
    expect((await pageOf(id)).dedication?.bouncedAt).toBeNull();
  });
});

test('a mail that could not be delivered is erased with its donor, and names nobody anymore', async () => {
  const { id, person, dedication } = await dedicated();
  const { recipientEmail, honoree } = dedication;
  server.recipientCode = (address) => (address === recipientEmail ? 550 : undefined);
  await letItBeDue(id);
  await mailTo(person.email, 'about your dedication could not be delivered');
  server.recipientCode = () => undefined;
  const undelivered = async () => {
    const rows = await testApp.db.selectFrom('deadMails').select('mail').execute();
    return rows.filter(({ mail }) => JSON.stringify(mail).includes(recipientEmail));
  };
  expect(JSON.stringify(await undelivered())).toContain(honoree);
  const body = { who: person.email };
  expect((await testApp.call(erasePerson, { cookie: await signIn(testApp), body })).status).toBe(
    200,
  );
  expect(await undelivered()).toEqual([]);
});

test('what went back to the donor before is told to nobody', async () => {
  const { id, dedication } = await dedicated();
  await tellReturn(testApp, id, { amountCents: 4_321 });
  await letItBeDue(id);
  expect(await rowOf(id)).toMatchObject({ sentAt: null, stoppedWhy: 'returned' });
  expect(mailsTo(dedication.recipientEmail)).toEqual([]);
});

test('while a bank wants the money back, nothing is told', async () => {
  const { id, dedication } = await dedicated();
  await tellReturn(testApp, id, { kind: 'dispute', amountCents: 4_321 });
  await letItBeDue(id);
  expect(await rowOf(id)).toMatchObject({ sentAt: null });
  expect(mailsTo(dedication.recipientEmail)).toEqual([]);
});

describe('whoever is told', () => {
  test('can block their mailbox, in every spelling, for good', async () => {
    const { id, dedication } = await dedicated();
    const { recipientEmail } = dedication;
    await letItBeDue(id);
    const { text } = await mailTo(recipientEmail, 'in memory of');
    const token = /no-more-emails#([\w-]+)/.exec(text ?? '')?.[1] ?? '';
    const refuse = (secret: string) => testApp.call(refuseDedications, { body: { token: secret } });
    expect((await refuse('wrong')).error.code).toBe('invalid_token');
    for (const secret of [token, token]) expect((await refuse(secret)).status).toBe(200);
    const other = await dedicated({ recipientEmail: recipientEmail.replace('@', '+x@') });
    await letItBeDue(other.id);
    expect(await rowOf(other.id)).toMatchObject({ sentAt: null, stoppedWhy: 'blocked' });
    const stored = await testApp.db.selectFrom('blockedMailboxes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(recipientEmail);
  });

  test('is no contact: 30 days later, nothing of them is left', async () => {
    const { id, dedication } = await dedicated();
    await letItBeDue(id);
    await mailTo(dedication.recipientEmail, 'in memory of');
    // As if it could not be delivered: the alert about that ends with it.
    await sql`insert into dead_mails (id, mail, error, tries, job_id)
      select gen_random_uuid(), '{"to": "gone@example.com"}', 'Unknown', 1, mail_id
      from dedications where donation_id = ${id}`.execute(testApp.db);
    const alert = { key: deadMailsAlert, title: 'T', message: 'M', path: '/admin/mail' };
    await testApp.db.transaction().execute((trx) => showAlert(trx, alert));
    const isAlertOpen = async () => {
      const alerts = testApp.db.selectFrom('alerts').select('id').where('settledAt', 'is', null);
      return (await alerts.where('key', '=', deadMailsAlert).execute()).length > 0;
    };
    const age = (days: number) =>
      testApp.db
        .updateTable('dedications')
        .set({ sentAt: sql<string>`now() - make_interval(days => ${days})` })
        .where('donationId', '=', id)
        .execute();
    await age(29);
    await eraseOldRecipients(testApp.db);
    expect((await rowOf(id)).recipientEmail).toBe(dedication.recipientEmail);
    expect(await isAlertOpen()).toBe(true);
    await age(31);
    await eraseOldRecipients(testApp.db);
    expect(await isAlertOpen()).toBe(false);
    expect(await rowOf(id)).toMatchObject({ recipientName: null, recipientEmail: null });
    const donors = await testApp.db
      .selectFrom('donors')
      .select('id')
      .where('email', '=', dedication.recipientEmail)
      .execute();
    expect(donors).toEqual([]);
  });

  test('the network that a dedication came from is forgotten after 30 days', async () => {
    // One that tells nobody, and one that waits for its day.
    const dedications = [
      await dedicated({ recipientName: '', recipientEmail: '', dedicationMessage: '' }),
      await dedicated({ sendOn: addMonths(isoDayOf(new Date(), 'America/New_York'), 6) }),
    ];
    for (const { id } of dedications) {
      const age = (days: number) =>
        sql`update dedications set created_at = now() - make_interval(days => ${days})
          where donation_id = ${id}`.execute(testApp.db);
      await age(29);
      await eraseOldRecipients(testApp.db);
      expect((await rowOf(id)).network).not.toBeNull();
      await age(31);
      await eraseOldRecipients(testApp.db);
      expect((await rowOf(id)).network).toBeNull();
    }
  });

  test('is erased on request, and the donation stays as it is', async () => {
    const { id, dedication } = await dedicated();
    const started = await testApp.call(createDonation, {
      body: {
        amount: 500,
        causeId: (await aCause(testApp)).id,
        ...aPerson(),
        ...dedication,
        publicComment: 'For my aunt',
        mayShowComment: true,
      },
    });
    const cookie = await signIn(testApp);
    const { status } = await testApp.call(erasePerson, {
      cookie,
      body: { who: dedication.recipientEmail },
    });
    expect(status).toBeLessThan(300);
    expect(await rowOf(id)).toMatchObject({
      honoree: 'Ada Lovelace',
      recipientEmail: null,
      stoppedWhy: 'erased',
    });
    const checkout = await testApp.db
      .selectFrom('checkouts')
      .select(['details', 'wishes'])
      .where('id', '=', donationId.parse(started.body.url.split('/').at(-1)))
      .executeTakeFirstOrThrow();
    // The donor can still give as they wished, but for whom to tell.
    expect(checkout.details).not.toBeNull();
    expect(checkout.wishes).toMatchObject({
      comment: 'For my aunt',
      dedication: { honoree: 'Ada Lovelace', recipient: null },
    });
    expect(JSON.stringify(checkout.wishes)).not.toContain(dedication.dedicationMessage);
  });

  test('reads in the archive what they were told, and nothing of who told them', async () => {
    const { id, person, dedication } = await dedicated({ isAnonymous: true, tellsName: false });
    const { recipientEmail } = dedication;
    const other = aPerson();
    await testApp.call(createDonation, {
      body: { amount: 987_654, causeId: (await aCause(testApp)).id, ...other, ...dedication },
    });
    const archived = async () =>
      JSON.stringify((await readArchive(testApp.db, recipientEmail)).sections);
    const before = await archived();
    expect(before).toContain('Ben Lovelace');
    // It is a surprise until it is sent.
    expect(before).not.toContain('She would have liked it.');
    await letItBeDue(id);
    await mailTo(recipientEmail, 'in memory of');
    const after = await archived();
    expect(after).toContain('She would have liked it.');
    const ofDonors = [person, other].flatMap(({ email, phone, zip }) => [email, phone, zip]);
    for (const secret of [...ofDonors, id, '4321', '987654', 'Hopper', 'network']) {
      expect(after).not.toContain(secret);
    }
    const ofDonor = JSON.stringify((await readArchive(testApp.db, person.email)).sections);
    expect(ofDonor).toContain('Ada Lovelace');
    expect(ofDonor).toContain(recipientEmail);
  });

  test('gets three such mails a day at most; the next one waits until tomorrow', async () => {
    const { recipientEmail } = aDedication();
    const last = { id: '' as DonationId };
    for (let count = 0; count < 4; count++) {
      const { id } = await dedicated({ recipientEmail });
      await letItBeDue(id);
      last.id = id;
    }
    const { sentAt, dueAt } = await rowOf(last.id);
    expect(sentAt).toBeNull();
    expect(Date.parse(dueAt ?? '') - Date.now()).toBeGreaterThan(86_000_000);
  });
});

test('a recurring donation is dedicated once, and each of its donations says to whom', async () => {
  const { id, dedication } = await dedicated({}, { interval: 'monthly' });
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  await letItBeDue(id);
  await mailTo(dedication.recipientEmail, 'in memory of');
  await pressOnTestPage(testApp, id, 'next=paid&paid=2');
  await send();
  const gifts = await testApp.db
    .selectFrom('donations')
    .select('id')
    .where('planId', '=', id)
    .execute();
  expect(gifts).toHaveLength(3);
  for (const gift of gifts) {
    const { dedication: shown, donor, token } = await pageOf(gift.id);
    expect(shown?.honoree).toBe('Ada Lovelace');
    expect(donor?.mayDedicate).toBe(gift.id === id);
    if (gift.id === id) continue;
    const other = await testApp.call(saveDedication, { body: { token, ...aDedication() } });
    expect(other.status).toBe(409);
  }
  expect(mailsTo(dedication.recipientEmail)).toHaveLength(1);
});

test('the team sees it as far as donors’ contact data is for them', async () => {
  const { id, dedication } = await dedicated();
  const seen = async (role: 'viewer' | 'treasurer') => {
    const cookie = await signIn(testApp, await aTeamMember(testApp, role));
    return (await testApp.call(getDonation, { cookie, params: { id } })).body.dedication;
  };
  expect(await seen('viewer')).toBeNull();
  const shown = await seen('treasurer');
  expect(shown).toMatchObject({ honoree: 'Ada Lovelace', recipientName: 'Ben Lovelace' });
  expect(JSON.stringify(shown)).not.toContain(dedication.recipientEmail);
});
