import { describe, expect, test } from 'vitest';
import type { DepositLineId, DonationId, PlanId } from '#contract/ids.ts';
import { openPlanPage, stopOwnPlan } from '#contract/plans/plans.ts';
import {
  openDonationPage,
  sendReceipt,
  sendReceiptByLink,
} from '#contract/publishing/donation-page.ts';
import {
  openDonorPage,
  openOneDonation,
  openOnePlan,
  requestDonorLink,
  sendOneReceipt,
} from '#contract/publishing/donor-page.ts';
import { cleanUp } from '#server/operations/upkeep/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import {
  linkRequestsFromNetwork,
  type MailCause,
  mailsToMailbox,
  mayMailStranger,
} from '#server/platform/misuse/mail-limit.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { donorLinkWorker } from '#server/publishing/donor-page/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import { aBoundDonation, aPublicNeed } from '#test/support/bound-donations.ts';
import { aLine, depositCalls } from '#test/support/deposits.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAllocation,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { aDonationToken, aDonorToken, aExpense } from '#test/support/proof.ts';
import { mailsQueuedFor, requestsAreDone } from '#test/support/queued-mail.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { expectSameWork } from '#test/support/same-work.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp();
const { aConfirmedDeposit, returnLine } = depositCalls(testApp);
const request = (email: string, from = '192.0.2.99') =>
  testApp.call(requestDonorLink, { body: { email }, from });
const open = (token: string) => testApp.call(openDonorPage, { body: { token } });

describe('the link to all donations of an address', () => {
  test('is mailed to it on request, and shows each with its state, newest first', async () => {
    const person = aPerson();
    const { id: causeId, name: cause } = await aCause(testApp);
    const nominationId = await anAcceptedNomination(testApp, { causeId });
    const give = (amount: number, email = person.email) =>
      aDonation(testApp, { causeId, amount, person: { ...person, email } });
    const waiting = await give(1_000);
    const allocated = await give(2_000, person.email.toUpperCase());
    const returned = await give(4_000);
    const spent = await give(3_000);
    await aDonation(testApp, { causeId });
    await anAllocation(testApp, { donationId: spent, nominationId, amount: 3_000 });
    await aExpense(testApp, { nominationId, amount: 3_000 });
    await anAllocation(testApp, { donationId: allocated, nominationId, amount: 500 });
    await aExpense(testApp, { nominationId, amount: 200 });
    const back = { kind: 'dispute', disputeId: `dp_${returned}`, amountCents: 4_000 } as const;
    await tellReturn(testApp, returned, back);

    expect((await request(person.email.toUpperCase())).status).toBe(200);
    const subject = 'Test: Your link to all of your donations';
    const mail = await testApp.inbox.waitFor(person.email, subject).catch(() => null);
    const { text = '' } =
      mail ?? (await testApp.inbox.waitFor(person.email.toUpperCase(), subject));
    expect(text).toContain('It works for 24 hours.');
    expect(text).not.toContain(person.firstName);
    const token = /\/my-gifts#([\w-]+)/.exec(text)?.[1] ?? '';
    expect((await open(token)).body.donations).toMatchObject([
      { id: spent, amount: 3_000, cause, returned: 0, spent: 3_000, allocated: 0, waiting: 0 },
      { id: returned, amount: 4_000, returned: 4_000, spent: 0, allocated: 0, waiting: 0 },
      { id: allocated, amount: 2_000, spent: 200, allocated: 300, waiting: 1_500 },
      { id: waiting, amount: 1_000, spent: 0, allocated: 0, waiting: 1_000 },
    ]);
  });

  test('is asked for with the same answer and the same work, whatever the address', async () => {
    const { email: known } = aPerson();
    await aDonation(testApp, { person: { ...aPerson(), email: known } });
    const unknown = aPerson().email;
    const before = await mailsQueuedFor(testApp, known);
    await expectSameWork(
      testApp,
      [known, unknown, known.toUpperCase()].map((email) => () => request(email)),
      donorLinkWorker,
    );
    await requestsAreDone(testApp, donorLinkWorker.queue);
    expect(await mailsQueuedFor(testApp, unknown)).toBe(0);
    expect((await mailsQueuedFor(testApp, known)) - before).toBe(2);
  });

  test('is mailed three times a day because of one network, which keeps nobody on another from it', async () => {
    const { email } = aPerson();
    await aDonation(testApp, { person: { ...aPerson(), email } });
    const before = await mailsQueuedFor(testApp, email);
    const mailsAfter = async (...networks: number[]) => {
      for (const network of networks) {
        for (let count = 0; count < 5; count++) {
          expect((await request(email, `192.0.2.${network}`)).status).toBe(200);
        }
      }
      await requestsAreDone(testApp, donorLinkWorker.queue);
      return (await mailsQueuedFor(testApp, email)) - before;
    };
    expect(await mailsAfter(1)).toBe(linkRequestsFromNetwork);
    expect(await mailsAfter(2)).toBe(2 * linkRequestsFromNetwork);
    expect(await mailsAfter(3, 4, 5)).toBe(mailsToMailbox['donor-link']);
  });

  test('counts the networks of one IPv6 site as one', async () => {
    const { email } = aPerson();
    await aDonation(testApp, { person: { ...aPerson(), email } });
    const before = await mailsQueuedFor(testApp, email);
    for (let network = 1; network <= 5; network++) await request(email, `2001:db8:1:${network}::1`);
    await requestsAreDone(testApp, donorLinkWorker.queue);
    expect((await mailsQueuedFor(testApp, email)) - before).toBe(linkRequestsFromNetwork);
  });

  test('comes although a stranger has used up the mails of every other form', async () => {
    const person = aPerson();
    await aDonation(testApp, { person });
    const { db, config } = testApp;
    const visitor = { network: Buffer.from('a stranger'), site: null };
    const others = Object.keys(mailsToMailbox).filter((cause) => cause !== 'donor-link');
    for (const cause of others as MailCause[]) {
      for (let count = 0; count < 20; count++) {
        await mayMailStranger(db, cause, visitor, person.email, config);
      }
    }
    await request(person.email);
    await testApp.inbox.waitFor(person.email, 'Test: Your link to all of your donations');
  });

  test('ends after a day, and is deleted with its address', async () => {
    const { token } = await aDonorToken(testApp);
    expect((await open(token)).status).toBe(200);
    await testApp.db
      .updateTable('donorLinks')
      .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
      .execute();
    expect(await open(token)).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    await cleanUp(testApp.db);
    expect(await testApp.db.selectFrom('donorLinks').selectAll().execute()).toEqual([]);
  });

  test('cannot be guessed, and opens no donation of somebody else', async () => {
    const { token } = await aDonorToken(testApp);
    for (const wrong of [token.slice(1), `${token}A`, token.toLowerCase(), newToken(), ' ']) {
      expect((await open(wrong)).error.code).toBe('invalid_token');
    }
    for (const donationId of [await aDonation(testApp), newId<DonationId>()]) {
      for (const endpoint of [openOneDonation, sendOneReceipt]) {
        const answer = await testApp.call(endpoint, { body: { token, donationId } });
        expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
      }
    }
  });
});

describe('the page of all donations of an address', () => {
  test('names the need that a donation is bound to, until it is free', async () => {
    const person = aPerson();
    const need = await aPublicNeed(testApp);
    const id = await aBoundDonation(testApp, need, { person });
    const { token } = await aDonorToken(testApp, person);
    const needOf = async () =>
      (await open(token)).body.donations.find((one) => one.id === id)?.need;
    const { shownName } = await testApp.db
      .selectFrom('publicPages')
      .select('shownName')
      .where('nominationId', '=', need.id)
      .executeTakeFirstOrThrow();
    expect(await needOf()).toBe(shownName);
    await testApp.db
      .updateTable('donations')
      .set({ releasedFromBoundAt: new Date().toISOString(), releasedFromBoundWhy: 'time' })
      .where('id', '=', id)
      .execute();
    expect(await needOf()).toBeNull();
  });

  test.each(['bounce', 'reversal', null] as const)(
    'dates a check by the day on which it came, and says what became of it: %s',
    async (how) => {
      const person = aPerson();
      const { id: causeId } = await aCause(testApp);
      const line = { email: person.email, firstName: person.firstName, lastName: person.lastName };
      const deposit = await aConfirmedDeposit([
        aLine(causeId, { ...line, receivedOn: '2026-01-05' }),
      ]);
      const [check] = deposit.lines;
      if (how !== null) await returnLine(check?.id as DepositLineId, how);
      const { token } = await aDonorToken(testApp, person);
      const of = { receivedOn: '2026-01-05', returnedAs: how };
      const { donations } = (await open(token)).body;
      expect(donations.find(({ id }) => id === check?.donationId)).toMatchObject(of);
      const link = await aDonationToken(testApp, check?.donationId as DonationId);
      expect((await testApp.call(openDonationPage, { body: { token: link } })).body).toMatchObject(
        of,
      );
    },
  );

  test('leads to the page of each donation', async () => {
    const which = await aDonorToken(testApp);
    const { body } = await testApp.call(openOneDonation, { body: which });
    const page = await testApp.call(openDonationPage, { body });
    expect(page.body.id).toBe(which.donationId);
  });
});

describe('a recurring donation', () => {
  test('is on the page until it ends, and its own page opens from there', async () => {
    const person = aPerson();
    const id = await aTestPlan(testApp, { person });
    const { token } = await aDonorToken(testApp, person);
    expect((await open(token)).body.plans).toMatchObject([
      { id, state: 'active', isBeingStopped: false, interval: 'monthly' },
    ]);
    const body = { token, planId: id };
    const { url } = (await testApp.call(openOnePlan, { body })).body;
    const own = await testApp.call(openPlanPage, { body: { token: url.split('#')[1] ?? '' } });
    expect(own.body.amount).toBe(2_500);
    // Each of its donations says what it is part of, and what the test payment does not cost.
    const [donation] = (await open(token)).body.donations.filter(
      ({ id: each }) => each === (id as string),
    );
    const link = await testApp.call(openOneDonation, {
      body: { token, donationId: donation?.id as DonationId },
    });
    const shown = await testApp.call(openDonationPage, { body: link.body });
    expect(shown.body).toMatchObject({ interval: 'monthly', isTest: true, costs: null });

    const stranger = await aDonorToken(testApp);
    for (const planId of [id, newId<PlanId>()]) {
      expect(
        await testApp.call(openOnePlan, { body: { token: stranger.token, planId } }),
      ).toMatchObject({ status: 404, error: { code: 'not_found' } });
    }
    await testApp.call(stopOwnPlan, { body: { token: url.split('#')[1] ?? '' } });
    expect((await open(token)).body.plans).toEqual([]);
    const over = await testApp.call(openDonationPage, { body: link.body });
    expect(over.body.interval).toBeNull();
  });
});

describe('the receipt', () => {
  const receipts = async (email: string) =>
    (await testApp.inbox.to(email)).filter(({ subject }) => subject?.includes('Thank you for'));
  const ways = {
    'the page of all donations': (which: { token: string; donationId: DonationId }) =>
      testApp.call(sendOneReceipt, { body: which }),
    'the page of the donation': async ({ donationId }: { donationId: DonationId }) =>
      testApp.call(sendReceiptByLink, {
        body: { token: await aDonationToken(testApp, donationId) },
      }),
    'the admin area': async ({ donationId: id }: { donationId: DonationId }) =>
      testApp.call(sendReceipt, { cookie: await signIn(testApp), params: { id } }),
  };

  test.each(Object.entries(ways))('is sent again from %s', async (_, send) => {
    const person = aPerson();
    const which = await aDonorToken(testApp, person);
    expect((await send(which)).status).toBe(200);
    await expect.poll(() => receipts(person.email), { timeout: 60_000 }).toHaveLength(2);
    const [first, again] = await receipts(person.email);
    expect(again?.subject).toBe(first?.subject);
    const token = /\/gift#([\w-]+)/.exec(again?.text ?? '')?.[1] ?? '';
    const page = await testApp.call(openDonationPage, { body: { token } });
    expect(page.body.id).toBe(which.donationId);
  });

  test('is sent by a donor only a few times a day', async () => {
    const which = await aDonorToken(testApp);
    const statuses: number[] = [];
    const most = mailsToMailbox['receipt-copy'];
    for (let count = 0; count <= most; count++) {
      statuses.push((await testApp.call(sendOneReceipt, { body: which })).status);
    }
    expect(statuses).toEqual([...Array(most).fill(200), 429]);
  });

  test('says what went back, and there is none once all of it did', async () => {
    const person = aPerson();
    const which = await aDonorToken(testApp, person);
    const { donationId } = which;
    const back = { kind: 'dispute', disputeId: `dp_${donationId}` } as const;
    await tellReturn(testApp, donationId, { ...back, amountCents: 4_000 });
    await testApp.call(sendOneReceipt, { body: which });
    await expect.poll(() => receipts(person.email), { timeout: 60_000 }).toHaveLength(2);
    const [, again] = await receipts(person.email);
    expect(again?.text).toMatch(/Returned: +\$40\.00/);
    await tellReturn(testApp, donationId, { ...back, amountCents: 10_000 });
    expect(await testApp.call(sendOneReceipt, { body: which })).toMatchObject({
      status: 409,
      error: { code: 'nothing_left' },
    });
  });

  test('that an administrator sends is in the audit trail', async () => {
    const { donationId: id } = await aDonorToken(testApp);
    await testApp.call(sendReceipt, { cookie: await signIn(testApp), params: { id } });
    const entries = await trail(testApp, { subjectId: id, action: 'donation.receipt_sent' });
    expect(entries).toHaveLength(1);
  });
});
