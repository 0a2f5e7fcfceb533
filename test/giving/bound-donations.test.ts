import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDonation, getDonation, listDonations } from '#contract/giving/donations.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { publicPaths } from '#contract/pages.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import {
  createAllocation,
  createAllocations,
  planAllocations,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { bindingRule } from '#core/giving/bound-donations.ts';
import { createDonationToken } from '#server/donors/donation-links/commands.ts';
import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { reserveRefund } from '#server/payments/refunds/request-refund.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { unpublish } from '#server/publishing/public-pages/commands.ts';
import { documents } from '#server/site/documents.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { setGoal } from '#server/vetting/nominations/set-goal.ts';
import { undoDecision } from '#server/vetting/nominations/undo-decision.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aBoundCheckout,
  aBoundDonation,
  aPublicNeed,
  endGraceOf,
} from '#test/support/bound-donations.ts';
import {
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPerson,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();

async function decide(id: NominationId, action: 'complete' | 'reject') {
  const actor = await anAdministrator(testApp);
  await changeNominationStatus(testApp.db, actor, { id, action }, testApp.mailer);
}

const free = () => freeDonations(testApp.db, testApp.mailer);

async function bindingOf(id: DonationId) {
  const cookie = await signIn(testApp);
  return (await testApp.call(getDonation, { cookie, params: { id } })).body.binding;
}

/** What becomes of a donation after its need has changed, and how many mails its donor got in all. */
async function afterwards(
  change: (need: Awaited<ReturnType<typeof aPublicNeed>>) => Promise<unknown>,
) {
  const need = await aPublicNeed(testApp);
  const person = aPerson();
  const id = await aBoundDonation(testApp, need, { person });
  await change(need);
  await endGraceOf(testApp, need.id);
  await free();
  await free();
  return { why: (await bindingOf(id))?.why, mails: await mailsQueuedFor(testApp, person.email) };
}

/** The text of the mail to somebody whose subject has these words. */
async function mailTo(address: string, subject = 'Thank you for your donation'): Promise<string> {
  const { text } = await testApp.inbox.waitFor(address, subject);
  return text?.replaceAll(/\s+/g, ' ') ?? '';
}

/** What the donation form shows whoever comes from the page of a need. */
const formFor = (need: NominationId) => {
  const donate = documents.find(({ path }) => path === publicPaths.donate);
  return donate?.read(testApp.db, { need }, testApp.settings.current());
};

describe('giving to a need', () => {
  test('binds the donation to it, and says so in the receipt, on its page, and in the list', async () => {
    const need = await aPublicNeed(testApp, { name: 'A warm room' });
    const person = aPerson();
    const id = await aBoundDonation(testApp, need, { person });
    expect(await bindingOf(id)).toMatchObject({ id: need.id, releasedAt: null, why: null });
    expect(await mailTo(person.email)).toContain(
      'You gave for “A warm room”. We may allocate your donation to this need only',
    );
    const token = await testApp.db.transaction().execute((trx) => createDonationToken(trx, id));
    const page = await testApp.call(openDonationPage, { body: { token } });
    expect(page.body.binding).toMatchObject({ needId: need.id, need: 'A warm room', why: null });
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listDonations, { cookie, query: { id } });
    expect(body[0]?.binding).toMatchObject({ id: need.id, nominee: 'Maria Lopez' });
  });

  test('has a rule that names the cause and the days', () => {
    expect(bindingRule({ cause: 'Heating', days: 90 })).toBe(
      'We may allocate it to this need only. What is not allocated becomes free for other needs of the same cause, Heating, as soon as this need is completed, does not work out, or is withdrawn, as soon as its page is taken down or its goal is reached, or after 90 days. We email you then.',
    );
  });

  test('keeps the days that the settings had when it was started', async () => {
    const need = await aPublicNeed(testApp);
    const person = aPerson();
    await changeSettings(testApp, { boundDays: 90 });
    const body = { amount: 2_500, causeId: need.causeId, needId: need.id, ...person };
    await testApp.call(createDonation, { body });
    await changeSettings(testApp, { boundDays: 180 });
    const checkout = await testApp.db
      .selectFrom('checkouts')
      .select(['id', 'boundDays'])
      .where('boundTo', '=', need.id)
      .executeTakeFirstOrThrow();
    expect(checkout.boundDays).toBe(90);
    await payCheckout(testApp, checkout.id, 2_500);
    const until = Date.parse((await bindingOf(checkout.id))?.until ?? '');
    expect(Math.round((until - Date.now()) / (24 * 3600 * 1000))).toBe(90);
  });

  test('is refused for a need that takes nothing, for another cause, and every month', async () => {
    const need = await aPublicNeed(testApp);
    const other = await aPublicNeed(testApp);
    const body = { amount: 2_500, causeId: need.causeId, needId: need.id, ...aPerson() };
    const give = (changed: object) =>
      testApp.call(createDonation, { body: { ...body, ...changed }, idempotencyKey: newId() });
    expect(await formFor(need.id)).toMatchObject({
      need: { id: need.id, why: null },
      isNeedGone: false,
      form: { values: { causeId: need.causeId } },
    });
    expect((await give({})).status).toBe(201);
    const monthly = await give({ interval: 'monthly' });
    expect(monthly.error.fields?.interval).toContain('A recurring donation goes to a cause');
    const elsewhere = await give({ causeId: other.causeId });
    expect(elsewhere.error.message).toContain('the need belongs to another cause');
    const hidden = await anAcceptedNomination(testApp, { causeId: need.causeId });
    for (const needId of [hidden, newId<NominationId>()]) {
      expect((await give({ needId })).error.message).toContain('no longer has a public page');
      // Whoever follows a shared link is told before giving, with nothing about the need.
      expect(await formFor(needId)).toMatchObject({ need: null, isNeedGone: true });
    }
    await decide(need.id, 'complete');
    const late = await give({});
    expect([late.status, late.error.fields?.needId]).toEqual([
      400,
      'You cannot give to this need alone, because the need is completed. You can give to a cause instead',
    ]);
    expect(await formFor(need.id)).toMatchObject({ need: { id: need.id, why: 'completed' } });
  });
});

describe('a donation that is bound to a need', () => {
  test('goes to no other need: not alone, not with others, and not in place of another donation', async () => {
    const need = await aPublicNeed(testApp);
    const { causeId } = need;
    const donationId = await aBoundDonation(testApp, need);
    const other = await anAcceptedNomination(testApp, { causeId });
    const cookie = await signIn(testApp);
    const refusal = {
      status: 409,
      error: {
        code: 'bound_to_other_need',
        message:
          'The donor gave this donation for “Maria Lopez” only. Choose another donation, or wait until it is free.',
      },
    };
    const body = { amount: 100, donationId, nominationId: other };
    expect(await testApp.call(createAllocation, { cookie, body })).toMatchObject(refusal);
    const free = await aDonation(testApp, { causeId });
    const lines = [
      { amount: 100, donationId: free },
      { amount: 100, donationId },
    ];
    expect(
      await testApp.call(createAllocations, { cookie, params: { id: other }, body: { lines } }),
    ).toMatchObject(refusal);
    const allocation = await anAllocation(testApp, {
      amount: 500,
      donationId: free,
      nominationId: other,
    });
    expect(
      await testApp.call(replaceAllocation, {
        cookie,
        params: { id: allocation },
        body: { amount: 500, donationId, reason: 'try' },
      }),
    ).toMatchObject(refusal);
    const shown = await testApp.call(planAllocations, {
      cookie,
      params: { id: other },
      query: { amount: 50_000 },
    });
    expect(shown.body.lines.map((line) => line.donationId)).toEqual([free]);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('comes first when its own need gets money, and stays bound when that is released', async () => {
    const need = await aPublicNeed(testApp);
    const older = await aDonation(testApp, { causeId: need.causeId, amount: 3_000 });
    const donationId = await aBoundDonation(testApp, need, { amount: 2_000 });
    const cookie = await signIn(testApp);
    const params = { id: need.id };
    const { body } = await testApp.call(planAllocations, {
      cookie,
      params,
      query: { amount: 4_000 },
    });
    expect(body.lines.map((line) => [line.donationId, line.amount])).toEqual([
      [donationId, 2_000],
      [older, 2_000],
    ]);
    const id = await anAllocation(testApp, { amount: 2_000, donationId, nominationId: need.id });
    await testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason: 'wait' } });
    const other = await anAcceptedNomination(testApp, { causeId: need.causeId });
    const again = { amount: 100, donationId, nominationId: other };
    expect((await testApp.call(createAllocation, { cookie, body: again })).status).toBe(409);
  });

  test('is kept by the database, whatever the server does', async () => {
    const need = await aPublicNeed(testApp);
    const donationId = await aBoundDonation(testApp, need);
    const other = await anAcceptedNomination(testApp, { causeId: need.causeId });
    const insert = (nominationId: NominationId) =>
      testApp.db
        .insertInto('allocations')
        .values({ id: newId(), donationId, nominationId, amountCents: 0 })
        .execute();
    await expect(insert(other)).rejects.toMatchObject({ constraint: 'allocations_bound' });
    await insert(need.id);
    const change = (what: ReturnType<typeof sql>) =>
      sql`update donations set ${what} where id = ${donationId}`.execute(testApp.db);
    await expect(change(sql`bound_to = ${other}`)).rejects.toThrow('does not change');
    await expect(change(sql`bound_to = null, bound_until = null`)).rejects.toThrow(
      'does not change',
    );
    await expect(
      sql`update allocations set nomination_id = ${other} where donation_id = ${donationId}`.execute(
        testApp.db,
      ),
    ).rejects.toMatchObject({ constraint: 'allocations_bound' });
    await change(sql`released_from_bound_at = now(), released_from_bound_why = 'time'`);
    await expect(
      change(sql`released_from_bound_at = null, released_from_bound_why = null`),
    ).rejects.toThrow('once');
    await expect(
      sql`delete from nominations where id = ${need.id}`.execute(testApp.db),
    ).rejects.toThrow();
  });
});

describe('a donation becomes free', () => {
  test('when its need is completed, once that cannot be undone, and its donor is told once', async () => {
    const need = await aPublicNeed(testApp);
    const person = aPerson();
    const id = await aBoundDonation(testApp, need, { person });
    await anAllocation(testApp, { amount: 4_000, donationId: id, nominationId: need.id });
    await decide(need.id, 'complete');
    await free();
    expect((await bindingOf(id))?.releasedAt).toBeNull();
    await endGraceOf(testApp, need.id);
    await free();
    await free();
    expect(await bindingOf(id)).toMatchObject({ why: 'completed' });
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
    expect(await mailTo(person.email, 'can help other needs now')).toContain(
      '$60.00 of your donation was not allocated to it, and is free for other needs of the same cause',
    );
    const other = await anAcceptedNomination(testApp, { causeId: need.causeId });
    await anAllocation(testApp, { amount: 6_000, donationId: id, nominationId: other });
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('not when its need is rejected by mistake and that is undone', async () => {
    const need = await aPublicNeed(testApp);
    const id = await aBoundDonation(testApp, need);
    await decide(need.id, 'reject');
    await free();
    const { id: decisionId } = await testApp.db
      .selectFrom('nominationDecisions')
      .select('id')
      .where('nominationId', '=', need.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const actor = await anAdministrator(testApp);
    await undoDecision(testApp.db, actor, { id: need.id, decisionId }, testApp.mailer);
    await endGraceOf(testApp, need.id);
    await free();
    expect((await bindingOf(id))?.releasedAt).toBeNull();
  });

  test('when its need is withdrawn, its page is taken down, or its goal is reached', async () => {
    expect(await afterwards((need) => decide(need.id, 'reject'))).toEqual({
      why: 'withdrawn',
      mails: 2,
    });
    const actor = await anAdministrator(testApp);
    expect(await afterwards((need) => unpublish(testApp.db, actor, need.id))).toEqual({
      why: 'unpublished',
      mails: 2,
    });
    expect(
      await afterwards(async ({ id, causeId }) => {
        await setGoal(testApp.db, actor, { id, goalAmount: 2_000 }, testApp.settings);
        const donationId = await aDonation(testApp, { causeId });
        await anAllocation(testApp, { amount: 2_000, donationId, nominationId: id });
      }),
    ).toEqual({ why: 'goal_reached', mails: 2 });
  });

  test('when its need moves to another cause', async () => {
    const { causeId } = await aPublicNeed(testApp);
    expect(
      await afterwards((need) =>
        sql`update nominations set cause_id = ${causeId} where id = ${need.id}`.execute(testApp.db),
      ),
    ).toEqual({ why: 'cause_changed', mails: 2 });
  });

  test('when its days are over, those of each donation by itself', async () => {
    const need = await aPublicNeed(testApp);
    const [old, fresh] = [await aBoundDonation(testApp, need), await aBoundDonation(testApp, need)];
    // Nothing changes it later, so a day in the past stands for time that has passed.
    await sql`alter table donations disable trigger donations_keep_bound`.execute(testApp.db);
    await sql`update donations set bound_until = now() - interval '1 hour' where id = ${old}`.execute(
      testApp.db,
    );
    await sql`alter table donations enable trigger donations_keep_bound`.execute(testApp.db);
    await free();
    expect([(await bindingOf(old))?.why, (await bindingOf(fresh))?.why]).toEqual(['time', null]);
  });

  test('without a mail if nothing of it is left', async () => {
    expect(
      await afterwards(async (need) => {
        const [donation] = await testApp.db
          .selectFrom('donations')
          .select('id')
          .where('boundTo', '=', need.id)
          .execute();
        if (!donation) throw new Error('no donation');
        await anAllocation(testApp, {
          amount: 10_000,
          donationId: donation.id,
          nominationId: need.id,
        });
        await decide(need.id, 'complete');
      }),
    ).toEqual({ why: 'completed', mails: 1 });
  });

  test('without what is about to be refunded, of which its donor is not told', async () => {
    const need = await aPublicNeed(testApp);
    const person = aPerson();
    const donationId = await aBoundDonation(testApp, need, { person });
    const { db, payments } = testApp;
    const refund = { donationId, amount: 4_000, reason: 'Given by mistake' };
    await reserveRefund(db, await anAdministrator(testApp), refund, null, payments.name);
    await decide(need.id, 'complete');
    await endGraceOf(testApp, need.id);
    await free();
    expect(await mailTo(person.email, 'can help other needs now')).toContain(
      '$60.00 of your donation was not allocated to it',
    );
  });

  test('at once when its payment arrives after its need was completed, and the receipt says so', async () => {
    const need = await aPublicNeed(testApp);
    const person = aPerson();
    const id = await aBoundCheckout(testApp, need, { person });
    await decide(need.id, 'complete');
    await payCheckout(testApp, id, 10_000);
    expect(await bindingOf(id)).toMatchObject({ id: need.id, why: 'completed' });
    expect(await mailTo(person.email)).toContain('because the need is completed.');
    await free();
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
    const other = await anAcceptedNomination(testApp, { causeId: need.causeId });
    await anAllocation(testApp, { amount: 10_000, donationId: id, nominationId: other });
  });
});
