import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { joinDonors } from '#contract/donors/donors.ts';
import type { DonationId, DonorId } from '#contract/ids.ts';
import { getOwnStatement } from '#contract/publishing/donor-page.ts';
import {
  getDonorStatement,
  getStatementPdf,
  listStatementMailings,
  type MailedBefore,
  type MailingInput,
  mailStatements,
  openStatement,
  previewStatements,
  stopStatementMailing,
} from '#contract/receipts/statements.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { sendDonorLink } from '#server/publishing/donor-page/commands.ts';
import { queueNextStatements } from '#server/receipts/statements/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCheckout, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();

/** A donation of $25.00 that the bank took at a moment. */
async function aDonationAt(paidAt: string, person = aPerson()): Promise<DonationId> {
  const id = await aCheckout(testApp, { amount: 2_500, person });
  const { db, mailer, payments } = testApp;
  await handlePaymentEvent(
    db,
    {
      provider: payments.name,
      eventId: `evt_${id}`,
      type: 'paid',
      kind: 'paid',
      checkoutId: id,
      paymentIntentId: `pi_${id}`,
      amountCents: 2_500,
      currency: 'usd',
      isReal: false,
      paidAt: new Date(paidAt),
    },
    mailer,
    pino({ level: 'silent' }),
  );
  return id;
}

async function donorOf(id: DonationId): Promise<DonorId> {
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return donorId;
}

/** The addresses of everybody who is to get a statement of exactly a period, once for each. */
async function recipientsOf({ from, to }: { from: string; to: string }) {
  const rows = await testApp.db
    .selectFrom('statementRecipients')
    .innerJoin('statementMailings', 'statementMailings.id', 'mailingId')
    .innerJoin('donors', 'donors.id', 'statementRecipients.donorId')
    .select('donors.email')
    .where('fromDay', '=', from)
    .where('toDay', '=', to)
    .execute();
  return rows.map(({ email }) => email).sort();
}

const year = (value: number) => ({ from: `${value}-01-01`, to: `${value}-12-31` });

async function statementOf(donorId: DonorId, period: { from: string; to: string }) {
  const cookie = await signIn(testApp);
  const answer = await testApp.call(getDonorStatement, {
    cookie,
    params: { id: donorId },
    query: period,
  });
  return answer.status === 200 ? textOfPdf(answer.body.base64) : answer.status;
}

describe('the year of a donation at the turn of the year', () => {
  // Half past ten in the evening in London, already the next morning in Auckland, still noon in Honolulu.
  const moment = '2025-12-31T22:30:00Z';

  test.each([
    ['Pacific/Auckland', 2026, '01/01/2026'],
    ['Europe/London', 2025, '12/31/2025'],
    ['Pacific/Honolulu', 2025, '12/31/2025'],
  ])('is that of %s, where the charity is', async (timeZone, expected, day) => {
    await changeSettings(testApp, { timeZone });
    const donorId = await donorOf(await aDonationAt(moment));
    expect(await statementOf(donorId, year(expected))).toContain(day);
    const other = expected === 2025 ? 2026 : 2025;
    expect(await statementOf(donorId, year(other))).toBe(409);
  });

  test('in Honolulu, New Year begins ten hours after London', async () => {
    await changeSettings(testApp, { timeZone: 'Pacific/Honolulu' });
    const [before, after] = [
      await donorOf(await aDonationAt('2026-01-01T09:59:59.999Z')),
      await donorOf(await aDonationAt('2026-01-01T10:00:00.000Z')),
    ];
    expect(await statementOf(before, year(2025))).toContain('12/31/2025');
    expect(await statementOf(after, year(2026))).toContain('01/01/2026');
  });
});

describe('a statement of a year', () => {
  beforeAll(async () => {
    await changeSettings(testApp, { timeZone: 'UTC' });
  });

  test('has every donation, two of one day as well, and none of another donor or year', async () => {
    const person = aPerson();
    const id = await aDonationAt('2024-05-02T10:00:00Z', person);
    await aDonationAt('2024-05-02T11:00:00Z', person);
    await aDonationAt('2023-05-02T11:00:00Z', person);
    await aDonationAt('2024-05-02T11:00:00Z');
    const text = await statementOf(await donorOf(id), year(2024));
    expect(text).toContain('Statement of Your Donations');
    expect(String(text).match(/05\/02\/2024/g)).toHaveLength(2);
    expect(text).not.toContain('2023');
    expect(text).toContain('$50.00');
    expect(text).toContain('TEST');
  });

  test('takes a period that is one', async () => {
    const donorId = await donorOf(await aDonationAt('2024-05-02T10:00:00Z'));
    expect(await statementOf(donorId, { from: '2024-12-31', to: '2024-01-01' })).toBe(400);
    expect(await statementOf(donorId, { from: '2024-13-01', to: '2024-13-02' })).toBe(400);
    expect(await statementOf(donorId, { from: '2024-05-02', to: '2024-05-02' })).toContain(
      '$25.00',
    );
  });

  test('opens from the page of the donor, for that donor alone', async () => {
    const person = aPerson();
    await aDonationAt('2024-05-02T10:00:00Z', person);
    await sendDonorLink(testApp.db, person, testApp.mailer);
    const mail = await testApp.inbox.waitFor(person.email, 'link to all of your donations');
    const token = /\/my-gifts#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const { body } = await testApp.call(getOwnStatement, { body: { token, ...year(2024) } });
    expect(await textOfPdf(body.base64)).toContain('Grace Hopper');
    const wrong = await testApp.call(getOwnStatement, { body: { token: 'x', ...year(2024) } });
    expect(wrong.error.code).toBe('invalid_token');
    const none = await testApp.call(getOwnStatement, { body: { token, ...year(2020) } });
    expect([none.status, none.error.code]).toEqual([409, 'nothing_left']);
  });
});

describe('statements by mail', () => {
  test('go to everybody who gave in the period, once, and each link opens one’s own', async () => {
    const [first, second] = [aPerson(), aPerson()];
    await aDonationAt('2022-03-01T10:00:00Z', first);
    await aDonationAt('2022-04-01T10:00:00Z', first);
    await aDonationAt('2022-04-01T10:00:00Z', second);
    const cookie = await signIn(testApp);
    const { body, status } = await testApp.call(mailStatements, { cookie, body: year(2022) });
    expect([status, body.total]).toEqual([201, 2]);
    const again = await testApp.call(mailStatements, { cookie, body: year(2022) });
    expect([again.status, again.error.code]).toEqual([409, 'statements_mailed']);
    // A second process, and one that starts again in the middle, find nothing more to do.
    await Promise.all([
      queueNextStatements(testApp.db, testApp.mailer),
      queueNextStatements(testApp.db, testApp.mailer),
    ]);
    const mail = await testApp.inbox.waitFor(first.email, 'The statement of your donations');
    await testApp.inbox.waitFor(second.email, 'The statement of your donations');
    expect(mail.text).toContain('$50.00');
    expect(mail.text).not.toContain('Hopper');
    // Two receipts and one statement.
    expect(await mailsQueuedFor(testApp, first.email)).toBe(3);
    const token = /\/my-statement#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const { body: opened } = await testApp.call(openStatement, { body: { token } });
    expect(opened).toMatchObject({ ...year(2022), total: 5_000 });
    expect(opened.donations.map(({ receivedOn }) => receivedOn)).toEqual([
      '2022-03-01',
      '2022-04-01',
    ]);
    const { body: pdf } = await testApp.call(getStatementPdf, { body: { token } });
    expect(pdf.name).toBe('statement-2022-01-01-2022-12-31.pdf');
    expect(await textOfPdf(pdf.base64)).toContain('Grace Hopper');
    const { body: listed } = await testApp.call(listStatementMailings, { cookie });
    expect(listed[0]).toMatchObject({ ...year(2022), total: 2, queued: 2, leftOut: 0 });
    const late = await testApp.call(stopStatementMailing, { cookie, params: { id: body.id } });
    expect([late.status, late.error.code]).toEqual([409, 'mailing_over']);
  });

  test('that were stopped before they left count for nobody, and those of a joined record for the other', async () => {
    const [kept, joined, stopped] = [aPerson(), aPerson(), aPerson()];
    const keptId = await donorOf(await aDonationAt('2015-01-01T10:00:00Z', kept));
    const cookie = await signIn(testApp);
    const mail = () => testApp.call(mailStatements, { cookie, body: year(2016) });
    const joinedId = await donorOf(await aDonationAt('2016-02-01T10:00:00Z', joined));
    await mail();
    while ((await queueNextStatements(testApp.db, testApp.mailer)) > 0);
    await testApp.call(joinDonors, { cookie, params: { id: keptId }, body: { otherId: joinedId } });
    await aDonationAt('2016-03-01T10:00:00Z', stopped);
    const { body: second } = await mail();
    await testApp.db
      .updateTable('statementRecipients')
      .set({ leftOutAt: sql<string>`now()`, queuedAt: null })
      .where('mailingId', '=', second.id)
      .execute();
    await testApp.db
      .updateTable('statementMailings')
      .set({ stoppedAt: sql<string>`now()`, stoppedBy: sql`created_by` })
      .where('id', '=', second.id)
      .execute();
    const { body: preview } = await testApp.call(previewStatements, {
      cookie,
      query: year(2016),
    });
    expect([preview.donors, preview.haveSame]).toEqual([2, 1]);
    expect((await mail()).body.total).toBe(1);
  });

  test('are refused if nobody gave, and to an auditor', async () => {
    const cookie = await signIn(testApp);
    const early = await testApp.call(mailStatements, { cookie, body: year(2999) });
    expect(early.error.fields).toEqual({ to: 'Must not be in the future' });
    const nobody = await testApp.call(mailStatements, { cookie, body: year(2001) });
    expect([nobody.status, nobody.error.code]).toEqual([409, 'nobody_to_mail']);
    const auditor = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
    const refused = await testApp.call(mailStatements, { cookie: auditor, body: year(2022) });
    expect(refused.status).toBe(403);
    const noPreview = await testApp.call(previewStatements, {
      cookie: auditor,
      query: year(2022),
    });
    expect(noPreview.status).toBe(403);
    const wrong = await testApp.call(previewStatements, {
      cookie,
      query: { from: '2022-12-31', to: '2022-01-01' },
    });
    expect(wrong.status).toBe(400);
  });

  test('an expired or invented link opens nothing', async () => {
    const wrong = await testApp.call(openStatement, { body: { token: 'invented' } });
    expect(wrong.error.code).toBe('invalid_token');
    const { token, donorId } = {
      token: 'expired',
      donorId: await donorOf(await aDonationAt('2022-09-01T00:00:00Z')),
    };
    const { hashToken } = await import('#server/platform/security/tokens.ts');
    await testApp.db
      .insertInto('statementLinks')
      .values({
        tokenHash: hashToken(token),
        donorId,
        fromDay: '2022-01-01',
        toDay: '2022-12-31',
        expiresAt: new Date(Date.now() - 1_000).toISOString(),
      })
      .execute();
    const expired = await testApp.call(openStatement, { body: { token } });
    expect(expired.error.code).toBe('invalid_token');
  });
});

describe('more statements by mail', () => {
  test('of the same period go to those alone who have not had theirs, unless the team wants otherwise', async () => {
    const [first, late] = [aPerson(), aPerson()];
    await aDonationAt('2017-03-01T10:00:00Z', first);
    const cookie = await signIn(testApp);
    const mail = (mailedBefore?: MailedBefore) =>
      testApp.call(mailStatements, { cookie, body: { ...year(2017), mailedBefore } });
    const { body: sent } = await mail();
    await aDonationAt('2017-12-31T10:00:00Z', late);
    const { body: preview } = await testApp.call(previewStatements, {
      cookie,
      query: year(2017),
    });
    expect(preview).toEqual({
      donors: 2,
      haveSame: 1,
      haveOverlapping: 0,
      earlier: [{ id: sent.id, createdAt: sent.createdAt, ...year(2017), donors: 1 }],
    });
    // Two people press at the same moment: one of them finds nobody left.
    const both = await Promise.all([mail(), mail()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await recipientsOf(year(2017))).toEqual([first.email, late.email].sort());
    expect((await mail('skip')).error.code).toBe('statements_mailed');
    const again = { body: { ...year(2017), mailedBefore: 'again' as const }, idempotencyKey: 'a' };
    // The first response is lost, and the form is sent once more.
    const twice = [
      await testApp.call(mailStatements, { cookie, ...again }),
      await testApp.call(mailStatements, { cookie, ...again }),
    ];
    expect(twice.map(({ body }) => body.total)).toEqual([2, 2]);
    expect(twice[1]?.body.id).toBe(twice[0]?.body.id);
    expect(await recipientsOf(year(2017))).toHaveLength(4);
  });

  test('of a period that overlaps wait for a choice about donors who had one', async () => {
    const [calendar, both, fiscal] = [aPerson(), aPerson(), aPerson()];
    const [from, to] = ['2018-07-01', '2019-06-30'];
    await aDonationAt('2018-03-01T10:00:00Z', calendar);
    await aDonationAt('2018-09-01T10:00:00Z', both);
    const cookie = await signIn(testApp);
    const mail = (body: MailingInput) => testApp.call(mailStatements, { cookie, body });
    const { body: sent } = await mail(year(2018));
    await aDonationAt('2019-02-01T10:00:00Z', fiscal);
    const refused = await mail({ from, to });
    expect([refused.status, refused.error.code]).toEqual([409, 'statements_overlap']);
    expect(refused.error.message).toBe(
      '1 donor had a statement with some of these days before, of 01/01/2018 to 12/31/2018. Choose whether they get this one as well.',
    );
    const { body: preview } = await testApp.call(previewStatements, {
      cookie,
      query: { from, to },
    });
    expect(preview).toEqual({
      donors: 2,
      haveSame: 0,
      haveOverlapping: 1,
      earlier: [{ id: sent.id, createdAt: sent.createdAt, ...year(2018), donors: 1 }],
    });
    expect((await mail({ from, to, mailedBefore: 'skip' })).body.total).toBe(1);
    expect(await recipientsOf({ from, to })).toEqual([fiscal.email]);
    expect((await mail({ from, to, mailedBefore: 'again' })).body.total).toBe(2);
    // The days beside it were in no statement.
    const after = { from: '2019-07-01', to: '2019-12-31' };
    await aDonationAt('2019-07-01T10:00:00Z', both);
    expect((await mail(after)).status).toBe(201);
  });
});
