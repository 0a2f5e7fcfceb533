import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  getPlan,
  getPlanFigures,
  listPlans,
  lowerPlan,
  pausePlan,
  resumePlan,
  stopPlan,
} from '#contract/plans/plans.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { coverFor, usualRate } from '#core/ledger/card-costs.ts';
import { addMonths, chargeAt } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { findTestPayment } from '#server/payments/payments/test-payments.ts';
import { sendChangeLinks } from '#server/plans/plans/mail-change-links.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan, pressOnTestPage } from '#test/support/test-plans.ts';

// Recurring donations by test payments: a new charity tries them out without Stripe.
const testApp = useTestApp({ checksEach: true });
const planOf = async (id: Awaited<ReturnType<typeof aTestPlan>>, cookie: string) =>
  (await testApp.call(getPlan, { cookie, params: { id } })).body;

test('the clock moves: the next payment comes, fails, and recovers', async () => {
  const cookie = await signIn(testApp);
  const id = await aTestPlan(testApp);
  const first = await planOf(id, cookie);
  expect(first).toMatchObject({ state: 'active', amount: 2_500, interval: 'monthly' });
  expect(first.donations.map((gift) => gift.id)).toEqual([id]);
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  // A second press of the same button does nothing more.
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  const second = await planOf(id, cookie);
  expect(second.donations).toHaveLength(2);
  expect(Date.parse(String(second.nextChargeAt))).toBeGreaterThan(
    Date.parse(String(first.nextChargeAt)),
  );
  await pressOnTestPage(testApp, id, 'next=failed&paid=2');
  expect(await planOf(id, cookie)).toMatchObject({
    state: 'failing',
    failure: { reason: 'There was not enough money available on the card.' },
  });
  await pressOnTestPage(testApp, id, 'next=paid&paid=2');
  const { state, donations, events } = await planOf(id, cookie);
  expect([state, donations.length]).toEqual(['active', 3]);
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'failed', 'recovered']);
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('what is added for card costs comes with each payment, also after the amount was lowered', async () => {
  const cookie = await signIn(testApp);
  const rate = { ...usualRate(), isCoverOffered: true };
  await changeSettings(testApp, { cardCosts: rate });
  const cover = coverFor(2_500, rate);
  const id = await aTestPlan(testApp, { cover });
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  await pressOnTestPage(testApp, id, 'next=failed&paid=2');
  const lowered = await testApp.call(lowerPlan, {
    cookie,
    params: { id },
    body: { amount: 1_000 },
  });
  const after = coverFor(1_000, rate);
  expect(lowered.body).toMatchObject({ amount: 1_000, cover: after, state: 'failing' });
  const page = await findTestPayment(testApp.db, id);
  expect(page).toMatchObject({ amount: 1_000, cover: after });
  await pressOnTestPage(testApp, id, 'next=paid&paid=2');
  const { state, donations } = await planOf(id, cookie);
  expect(state).toBe('active');
  expect(donations.map((gift) => [gift.amount, gift.cover])).toEqual([
    [1_000, after],
    [2_500, cover],
    [2_500, cover],
  ]);
  const { rows } = await sql<{ cents: number }>`
    select amount_cents as cents from operations_entries
    where donation_id in (select id from donations where plan_id = ${id}) order by id`.execute(
    testApp.db,
  );
  expect(rows.map(({ cents }) => cents)).toEqual([cover, cover, after]);
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('the team lists, lowers, and stops them, and sees what they come to', async () => {
  const cookie = await signIn(testApp);
  const id = await aTestPlan(testApp, { interval: 'quarterly' });
  const params = { id };
  const listed = await testApp.call(listPlans, { cookie, query: { interval: 'quarterly' } });
  expect(listed.body.map((plan) => plan.id)).toEqual([id]);
  const before = (await testApp.call(getPlanFigures, { cookie })).body;
  const raised = await testApp.call(lowerPlan, { cookie, params, body: { amount: 2_600 } });
  expect([raised.status, raised.error.code]).toEqual([422, 'amount_out_of_range']);
  const lowered = await testApp.call(lowerPlan, { cookie, params, body: { amount: 1_500 } });
  expect(lowered.body).toMatchObject({ amount: 1_500 });
  const after = (await testApp.call(getPlanFigures, { cookie })).body;
  expect(before.yearlyAmount - after.yearlyAmount).toBe(4 * 1_000);
  const body = { reason: 'The donor asked for it on the phone.' };
  const stopped = await testApp.call(stopPlan, { cookie, params, body });
  expect(stopped.body).toMatchObject({ state: 'ended', ended: { why: 'staff' } });
  const running = await testApp.call(listPlans, {
    cookie,
    query: { state: 'running', interval: 'quarterly' },
  });
  expect(running.body).toEqual([]);
  const again = await testApp.call(lowerPlan, { cookie, params, body: { amount: 1_000 } });
  expect([again.status, again.error.code]).toEqual([409, 'plan_ended']);
});

test('what is paused or overdue says which payment comes next', async () => {
  const cookie = await signIn(testApp);
  const id = await aTestPlan(testApp);
  const first = await planOf(id, cookie);
  const until = addMonths(isoDayOf(new Date(), 'UTC'), 2);
  const paused = await testApp.call(pausePlan, { cookie, params: { id }, body: { until } });
  const { pausedUntil, nextChargeAt } = paused.body;
  expect(String(nextChargeAt) >= String(pausedUntil)).toBe(true);
  const resumed = await testApp.call(resumePlan, { cookie, params: { id } });
  expect(resumed.body).toMatchObject({ state: 'active', nextChargeAt: first.nextChargeAt });
  await pressOnTestPage(testApp, id, 'next=failed&paid=1');
  const failing = await planOf(id, cookie);
  const after = chargeAt(String(first.nextChargeAt), 'monthly', 1).toISOString();
  expect(failing).toMatchObject({ state: 'failing', nextChargeAt: after });
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  expect(await planOf(id, cookie)).toMatchObject({ state: 'active', nextChargeAt: after });
});

test('a cause with recurring donations cannot be deleted', async () => {
  const cookie = await signIn(testApp);
  const { cause } = await planOf(await aTestPlan(testApp), cookie);
  const { status, error } = await testApp.call(deleteCause, { cookie, params: { id: cause.id } });
  expect([status, error.code]).toEqual([409, 'cause_in_use']);
  expect(error.message).toContain('recurring donations');
});

test('erasing a donor stops their recurring donations first', async () => {
  const cookie = await signIn(testApp);
  const person = aPerson();
  const id = await aTestPlan(testApp, { person });
  const { body } = await testApp.call(erasePerson, { cookie, body: { who: person.email } });
  expect(body.isErased).toBe(true);
  expect(await planOf(id, cookie)).toMatchObject({
    state: 'ended',
    card: null,
    donor: { firstName: 'Erased' },
  });
  const { details } = await testApp.db
    .selectFrom('plans')
    .select('details')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(details).toBeNull();
});

test('a donor of many recurring donations gets links to all of them', async () => {
  const [{ id: causeId }, person] = [await aCause(testApp), aPerson()];
  for (let count = 0; count < 22; count++) {
    await aTestPlan(testApp, { causeId, person, amount: 2_000 + count * 100 });
  }
  await sendChangeLinks(testApp.db, person, testApp.mailer);
  const links = await testApp.db
    .selectFrom('planLinks')
    .innerJoin('plans', 'plans.id', 'planLinks.planId')
    .select('planId')
    .where('scope', '=', 'change')
    .where('causeId', '=', causeId)
    .execute();
  expect(new Set(links.map(({ planId }) => planId)).size).toBe(22);
  const { rows } = await sql<{ mails: number }>`select count(*) as mails from donor_mails
    where recipient = ${person.email} and subject like '%link to change%'`.execute(testApp.db);
  expect(rows[0]?.mails).toBe(2);
});
