import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import {
  changeDonationPage,
  type DonationPage,
  openDonationPage,
  replaceDonationLink,
  sendDonationLink,
} from '#contract/publishing/donation-page.ts';
import { buildApp } from '#server/app.ts';
import { mailsToMailbox } from '#server/platform/misuse/mail-limit.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { unpublish } from '#server/publishing/public-pages/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNominationThatIs,
  anAdministrator,
  anAllocation,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aDonationToken, aExpense, aPublishedNeed } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const guesses = repeats({ change: 200, release: 10_000 });

const open = (token: string) => testApp.call(openDonationPage, { body: { token } });

/** The donation as its donor sees it, after checking that its places add up to it. */
async function seen(token: string): Promise<DonationPage> {
  const { status, body } = await open(token);
  expect(status).toBe(200);
  let sum = body.waiting + body.returned - body.uncovered;
  for (const { allocated, spent, expenses } of body.shares) {
    sum += allocated + spent;
    if (expenses.length > 0) {
      expect(expenses.reduce((total, { share }) => total + share, 0)).toBe(spent);
    }
  }
  expect(sum).toBe(body.amount);
  return body;
}

const linkIn = (text = '') => /\/gift#([\w-]+)/.exec(text)?.[1] ?? '';

describe('the donation behind a private link', () => {
  test('is split to the cent by need and expense, oldest allocation first', async () => {
    const { id: causeId } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
    const other = await aDonation(testApp, { causeId, amount: 10_000 });
    const token = await aDonationToken(testApp, donationId);
    expect(await seen(token)).toMatchObject({ amount: 10_000, waiting: 10_000, shares: [] });

    const coats = await aPublishedNeed(testApp, { causeId, publicName: 'Coats' });
    const boots = await aPublishedNeed(testApp, { causeId, publicName: 'Boots' });
    await anAllocation(testApp, { donationId: other, nominationId: coats, amount: 1_000 });
    await anAllocation(testApp, { donationId, nominationId: coats, amount: 6_001 });
    await anAllocation(testApp, { donationId, nominationId: boots, amount: 2_999 });
    await aExpense(testApp, { nominationId: coats, amount: 3_000, payee: 'Coat shop' });
    await aExpense(testApp, { nominationId: coats, amount: 33, payee: 'Post office' });
    await tellReturn(testApp, donationId, { kind: 'refund', amountCents: 500 });

    const donation = await seen(token);
    expect(donation).toMatchObject({
      waiting: 500,
      returned: 500,
      uncovered: 0,
      shares: [
        { needId: coats, name: 'Coats', allocated: 3_968, spent: 2_033 },
        { needId: boots, name: 'Boots', allocated: 2_999, spent: 0, expenses: [] },
      ],
    });
    const expenses = donation.shares[0]?.expenses.map(({ payee, share, amount }) => [
      payee,
      share,
      amount,
    ]);
    expect(expenses?.toSorted()).toEqual([
      ['Coat shop', 2_000, 3_000],
      ['Post office', 33, 33],
    ]);

    // Taken back by the bank although it is spent.
    await tellReturn(testApp, donationId, {
      kind: 'dispute',
      disputeId: 'dp_donation',
      amountCents: 9_500,
    });
    expect(await seen(token)).toMatchObject({ waiting: 0, returned: 10_000, uncovered: 9_000 });
  });

  test('shows only the amounts of a need that is not published', async () => {
    const { id: causeId } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
    const token = await aDonationToken(testApp, donationId);
    const secret = await aNominationThatIs(testApp, 'accepted', { causeId, nominee: 'canary' });
    await anAllocation(testApp, { donationId, nominationId: secret, amount: 4_000 });
    await aExpense(testApp, { nominationId: secret, amount: 1_000, payee: 'canary' });
    const hidden = await aPublishedNeed(testApp, { causeId, publicName: 'canary' });
    await anAllocation(testApp, { donationId, nominationId: hidden, amount: 1_000 });
    await unpublish(testApp.db, await anAdministrator(testApp), hidden);
    const donation = await seen(token);
    const nothing = { needId: null, name: null, isTakenDown: false, expenses: [] };
    expect(donation.shares).toEqual([
      { ...nothing, allocated: 3_000, spent: 1_000 },
      { ...nothing, allocated: 1_000, spent: 0 },
    ]);
    for (const text of ['canary', secret, hidden])
      expect(JSON.stringify(donation)).not.toContain(text);
  });

  test('accepts a change of the offer to volunteer', async () => {
    const donationId = await aDonation(testApp);
    const token = await aDonationToken(testApp, donationId);
    for (const isAvailableToVolunteerTime of [true, false]) {
      const body = { token, isAvailableToVolunteerTime };
      const { body: changed } = await testApp.call(changeDonationPage, { body });
      expect(changed.donor?.isAvailableToVolunteerTime).toBe(isAvailableToVolunteerTime);
      expect((await seen(token)).donor?.isAvailableToVolunteerTime).toBe(
        isAvailableToVolunteerTime,
      );
    }
  });
});

describe('the private link', () => {
  test('is in the donation receipt and opens the donation', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    const mail = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    expect(mail.text).toContain('See where your donation is');
    expect(await seen(linkIn(mail.text))).toMatchObject({
      id,
      donor: { firstName: person.firstName },
    });
  });

  test.each([
    ['the donor', 'replace'],
    ['an administrator', 'send'],
  ])('replaced by %s goes only to the donor, and the old ones stop working', async (_, way) => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    const tokens = [await aDonationToken(testApp, id), await aDonationToken(testApp, id)];
    const elsewhere = await aDonationToken(testApp, await aDonation(testApp));
    for (const token of tokens) await seen(token);
    const answer =
      way === 'replace'
        ? await testApp.call(replaceDonationLink, { body: { token: tokens[0] ?? '' } })
        : await testApp.call(sendDonationLink, { cookie: await signIn(testApp), params: { id } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('#');
    for (const token of tokens) {
      expect(await open(token)).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    }
    const mail = await testApp.inbox.waitFor(person.email, 'Your new link to your donation');
    expect(mail.to?.map(({ address }) => address)).toEqual([person.email]);
    await seen(linkIn(mail.text));
    await seen(elsewhere);
  });

  test('is replaced a few times a day; then it stays as it is', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    const replace = async (token: string) =>
      (await testApp.call(replaceDonationLink, { body: { token } })).status;
    for (let count = 0; count < mailsToMailbox['new-link']; count++) {
      expect(await replace(await aDonationToken(testApp, id))).toBe(200);
    }
    const token = await aDonationToken(testApp, id);
    expect(await replace(token)).toBe(429);
    await seen(token);
  });

  test('cannot be guessed, and a wrong one changes nothing', { timeout: 600_000 }, async () => {
    const id = await aDonation(testApp);
    const right = await aDonationToken(testApp, id);
    const wrong = [right.slice(1), `${right}A`, right.toLowerCase(), id, ' ', '%', "' or true --"];
    while (wrong.length < guesses) wrong.push(newToken());
    const answers: string[] = [];
    for (const token of wrong) {
      const { status, error } = await open(token);
      answers.push(`${status} ${error?.code}`);
    }
    recordFigures('U6', {
      'links of donations guessed': wrong.length,
      'donations opened by a guess': answers.filter((answer) => answer.startsWith('200')).length,
    });
    expect(new Set(answers)).toEqual(new Set(['400 invalid_token']));
    const token = newToken();
    const body = { token, isAvailableToVolunteerTime: true };
    expect((await testApp.call(changeDonationPage, { body })).error.code).toBe('invalid_token');
    expect((await testApp.call(replaceDonationLink, { body: { token } })).error.code).toBe(
      'invalid_token',
    );
    expect((await seen(right)).donor?.isAvailableToVolunteerTime).toBe(false);
  });

  test('is in no table except in its queued email, and in no log', async () => {
    const token = await aDonationToken(testApp, await aDonation(testApp));
    const { tokenHash } = await testApp.db
      .selectFrom('donationLinks')
      .select('tokenHash')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(tokenHash).toHaveLength(32);
    expect(tokenHash.toString('latin1')).not.toContain(token);
    let log = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const app = await buildApp(testApp, pino({ level: 'trace' }, stream));
    for (const payload of [{ token }, { token: `${token}x` }, { token, wrong: token }]) {
      await app.inject({ method: 'POST', url: '/api/donation-page', payload });
    }
    await app.close();
    expect(log).toContain('/api/donation-page');
    expect(log).not.toContain(token);
  });
});
