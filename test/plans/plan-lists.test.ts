import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDonation, listDonations } from '#contract/giving/donations.ts';
import type { PlanId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import {
  getPlan,
  getPlanFigures,
  listPlans,
  lowerPlan,
  pausePlan,
  planOrders,
  resumePlan,
  stopPlan,
} from '#contract/plans/plans.ts';
import type { Role } from '#core/people/rights.ts';
import { addMonths } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allPages } from '#test/support/all-pages.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { aTestPlan, pressOnTestPage } from '#test/support/test-plans.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp({ checksEach: true });
const cookies = {} as Record<'treasurer' | 'viewer', string>;
beforeAll(async () => {
  for (const role of ['treasurer', 'viewer'] as const satisfies Role[]) {
    cookies[role] = await signIn(testApp, await aTeamMember(testApp, role));
  }
});

/** A recurring donation with its donor and cause. */
async function aPlan(options: Parameters<typeof aTestPlan>[1] = {}) {
  const person = aPerson();
  const causeId = options.causeId ?? (await aCause(testApp)).id;
  const id = await aTestPlan(testApp, { ...options, person, causeId });
  return { id, person, causeId };
}

const list = (query: Record<string, string> = {}) =>
  allPages(testApp, listPlans, { cookie: cookies.treasurer, query });
const idsOf = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id);
const show = async (id: PlanId) =>
  (await testApp.call(getPlan, { cookie: cookies.treasurer, params: { id } })).body;
const figures = async () =>
  (await testApp.call(getPlanFigures, { cookie: cookies.treasurer })).body;

/** Moves a plan into another state, as an answer of the provider would. */
const set = (id: PlanId, values: Record<string, unknown>) =>
  testApp.db.updateTable('plans').set(values).where('id', '=', id).execute();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const failing = (days: number) => ({
  state: 'failing',
  failingSince: inDays(-days),
  lastFailureCode: 'insufficient_funds',
  nextTryAt: inDays(2),
});

describe('the list of recurring donations', () => {
  test('shows those of a state, a cause, an interval, or a donor, and those being stopped as ended', async () => {
    const { id: causeId } = await aCause(testApp);
    const active = await aPlan({ causeId });
    const yearly = await aPlan({ causeId, interval: 'yearly' });
    const failed = await aPlan({ causeId });
    await set(failed.id, failing(3));
    const stopping = await aPlan({ causeId });
    await set(stopping.id, { stopRequestedAt: inDays(0), endedWhy: 'donor' });
    const of = (query: Record<string, string>) => idsOf({ causeId, ...query });
    expect(await of({})).toEqual([stopping.id, failed.id, yearly.id, active.id]);
    expect(await of({ state: 'running' })).toEqual([failed.id, yearly.id, active.id]);
    expect(await of({ state: 'active' })).toEqual([yearly.id, active.id]);
    expect(await of({ state: 'failing' })).toEqual([failed.id]);
    expect(await of({ state: 'ended' })).toEqual([stopping.id]);
    expect(await of({ interval: 'yearly' })).toEqual([yearly.id]);
    expect(await idsOf({ search: yearly.person.email })).toEqual([yearly.id]);
    const [summary] = await list({ search: stopping.person.email });
    expect(summary).toMatchObject({
      state: 'active',
      isBeingStopped: true,
      nextChargeAt: null,
      ended: null,
      donor: { firstName: 'Grace', lastName: 'Hopper' },
    });
    const [failure] = await list({ causeId, state: 'failing' });
    expect(failure?.failure).toMatchObject({
      reason: 'There was not enough money available on the card.',
      mustConfirm: false,
    });
  });

  test('has every one once, in each order, page by page, with the one that fails longest on top', async () => {
    const { id: causeId } = await aCause(testApp);
    const made: PlanId[] = [];
    for (const amount of [1_000, 3_000, 2_000, 3_000]) {
      made.push((await aPlan({ causeId, amount })).id);
    }
    const [first, second, third, fourth] = made as [PlanId, PlanId, PlanId, PlanId];
    await set(first, failing(2));
    await set(third, failing(9));
    await set(second, { nextChargeAt: null });
    await set(fourth, { nextChargeAt: inDays(1) });
    const inOrder: Record<string, PlanId[]> = {};
    for (const order of planOrders) {
      const query = { causeId, order, limit: 1 };
      const plans = await allPages(testApp, listPlans, { cookie: cookies.treasurer, query });
      inOrder[order] = plans.map(({ id }) => id);
    }
    expect(inOrder).toMatchObject({
      newest: [fourth, third, second, first],
      oldest: [first, second, third, fourth],
      largest: [fourth, second, third, first],
      failing: [third, first, fourth, second],
    });
    expect(inOrder.next).toHaveLength(4);
    expect([inOrder.next?.[0], inOrder.next?.[3]]).toEqual([fourth, second]);
  });

  test('names no donor to whoever may not see contact details, and finds none for them', async () => {
    const { id, person } = await aPlan();
    const cookie = cookies.viewer;
    const one = await testApp.call(getPlan, { cookie, params: { id } });
    expect(one).toMatchObject({ status: 200, body: { donor: null, amount: 2_500 } });
    expect(JSON.stringify(one.body)).not.toContain(person.email);
    const search = await testApp.call(listPlans, { cookie, query: { search: person.email } });
    expect(search).toMatchObject({ status: 403, error: { code: 'not_allowed' } });
  });
});

test('the desk counts those that fail, for whoever moves money, without those being stopped', async () => {
  const desk = async (role: keyof typeof cookies) =>
    (await testApp.call(getDesk, { cookie: cookies[role] })).body.plans;
  const before = (await desk('treasurer'))?.count ?? 0;
  const { id } = await aPlan();
  await set(id, failing(4_000));
  const now = await desk('treasurer');
  expect(now?.count).toBe(before + 1);
  expect(Math.round((Date.now() - Date.parse(now?.oldestAt ?? '')) / 86_400_000)).toBe(4_000);
  await set(id, { stopRequestedAt: inDays(0), endedWhy: 'donor' });
  expect((await desk('treasurer'))?.count).toBe(before);
  expect(await desk('viewer')).toBeNull();
});

describe('the figures', () => {
  test('add up years exactly, and leave out what is paused, ending, or being stopped', async () => {
    const before = await figures();
    const plans = [
      await aPlan({ amount: 1_001, interval: 'monthly' }),
      await aPlan({ amount: 1_003, interval: 'quarterly' }),
      await aPlan({ amount: 1_007, interval: 'yearly' }),
    ];
    const value = async () => (await figures()).yearlyAmount - before.yearlyAmount;
    expect(await value()).toBe(1_001 * 12 + 1_003 * 4 + 1_007);
    const [monthly, quarterly, yearly] = plans.map(({ id }) => id) as [PlanId, PlanId, PlanId];
    await set(monthly, failing(1));
    expect(await value()).toBe(1_001 * 12 + 1_003 * 4 + 1_007);
    await set(quarterly, { state: 'paused', pausedUntil: inDays(60) });
    await set(yearly, { state: 'ending' });
    expect(await value()).toBe(1_001 * 12);
    await set(monthly, { stopRequestedAt: inDays(0), endedWhy: 'donor' });
    expect(await value()).toBe(0);
    const { states } = await figures();
    expect(states).toEqual({
      ...before.states,
      paused: before.states.paused + 1,
      ending: before.states.ending + 1,
      ended: before.states.ended + 1,
    });
  });

  test('expect what is due in 30 days, after a pause too, and nothing of those that fail', async () => {
    const { id } = await aPlan({ amount: 700 });
    await set(id, { nextChargeAt: inDays(31) });
    const before = (await figures()).expected;
    const gain = async (values: Record<string, unknown>) => {
      await set(id, values);
      const { amount, payments } = (await figures()).expected;
      return [amount - before.amount, payments - before.payments];
    };
    expect(await gain({ nextChargeAt: inDays(29) })).toEqual([700, 1]);
    expect(await gain({ state: 'paused', pausedUntil: inDays(28) })).toEqual([700, 1]);
    expect(await gain({ pausedUntil: inDays(29.5) })).toEqual([0, 0]);
    expect(await gain({ pausedUntil: null, ...failing(1) })).toEqual([0, 0]);
  });

  test('count a stop when it is asked for, and not again when it is confirmed', async () => {
    const { id, causeId } = await aPlan();
    const before = (await figures()).months.at(-1);
    const tell = (kind: 'stop_requested' | 'ended' | 'recovered', why: string | null) =>
      testApp.db
        .insertInto('planEvents')
        .values({
          id: newId(),
          planId: id,
          kind,
          why,
          causeId,
          actor: 'donor',
          amountCents: 2_500,
          interval: 'monthly',
        })
        .execute();
    await tell('recovered', null);
    await tell('stop_requested', 'donor');
    const asked = (await figures()).months.at(-1);
    expect(asked).toEqual({
      ...before,
      stoppedByDonor: (before?.stoppedByDonor ?? 0) + 1,
      recovered: (before?.recovered ?? 0) + 1,
    });
    await tell('ended', 'donor');
    expect((await figures()).months.at(-1)).toEqual(asked);
    expect((await figures()).months).toHaveLength(12);
    expect(before?.started).toBeGreaterThan(0);
  });
});

describe('the team', () => {
  const by = (role: keyof typeof cookies, id: PlanId) => ({
    cookie: cookies[role],
    params: { id },
  });

  test('lowers an amount, and cannot raise it', async () => {
    const { id } = await aPlan();
    const raise = await testApp.call(lowerPlan, {
      ...by('treasurer', id),
      body: { amount: 2_501 },
    });
    expect(raise).toMatchObject({ status: 422, error: { code: 'amount_out_of_range' } });
    const lower = await testApp.call(lowerPlan, {
      ...by('treasurer', id),
      body: { amount: 2_000 },
    });
    expect(lower).toMatchObject({ status: 200, body: { amount: 2_000 } });
    expect((await show(id)).events.map(({ kind, by }) => [kind, by])).toEqual([
      ['started', 'the donor'],
      ['changed', 'Grace Hopper'],
    ]);
  });

  test('pauses and resumes', async () => {
    const { id } = await aPlan();
    const until = addMonths(isoDayOf(new Date(), 'UTC'), 2);
    const paused = await testApp.call(pausePlan, { ...by('treasurer', id), body: { until } });
    expect(paused).toMatchObject({ status: 200, body: { state: 'paused' } });
    const resumed = await testApp.call(resumePlan, by('treasurer', id));
    expect(resumed).toMatchObject({ status: 200, body: { state: 'active', pausedUntil: null } });
    expect((await show(id)).events.map(({ kind }) => kind)).toEqual([
      'started',
      'paused',
      'resumed',
    ]);
    // Nothing to resume: nothing happens, and nobody is told.
    await testApp.call(resumePlan, by('treasurer', id));
    expect((await show(id)).events).toHaveLength(3);
  });

  test('stops one for a reason, which is kept in the trail alone', async () => {
    const { id } = await aPlan();
    const body = { reason: 'She asked on the phone.' };
    const stopped = await testApp.call(stopPlan, { ...by('treasurer', id), body });
    expect(stopped).toMatchObject({
      status: 200,
      body: { state: 'ended', ended: { why: 'staff' }, nextChargeAt: null },
    });
    expect(JSON.stringify(stopped.body)).not.toContain('phone');
    expect(await trail(testApp, { subjectId: id })).toMatchObject([
      { action: 'plan.stopped', reason: body.reason, subject: { path: `/admin/plans/${id}` } },
    ]);
    const again = await testApp.call(stopPlan, { ...by('treasurer', id), body });
    expect(again).toMatchObject({ status: 409, error: { code: 'plan_ended' } });
  });

  test('without the right to money changes nothing', async () => {
    const { id } = await aPlan();
    for (const response of [
      await testApp.call(lowerPlan, { ...by('viewer', id), body: { amount: 1_000 } }),
      await testApp.call(resumePlan, by('viewer', id)),
      await testApp.call(stopPlan, { ...by('viewer', id), body: { reason: 'x' } }),
    ]) {
      expect(response.status).toBe(403);
    }
    expect((await show(id)).events).toHaveLength(1);
  });
});

test('each payment is a donation that leads back to it, and they can be listed', async () => {
  const { id, causeId } = await aPlan();
  await pressOnTestPage(testApp, id, 'next=paid&paid=1');
  const cookie = cookies.treasurer;
  const { body } = await testApp.call(listDonations, { cookie, query: { planId: id } });
  const { donations } = await show(id);
  expect(donations).toHaveLength(2);
  expect(body.map((donation) => donation.id).toSorted()).toEqual(
    donations.map((donation) => donation.id).toSorted(),
  );
  for (const donation of donations) {
    const one = await testApp.call(getDonation, { cookie, params: { id: donation.id } });
    expect(one.body).toMatchObject({ planId: id, cause: { id: causeId } });
  }
  const single = await testApp.db
    .selectFrom('donations')
    .select(sql<number>`count(*)`.as('count'))
    .where('planId', '=', id)
    .where('source', '=', 'renewal')
    .executeTakeFirstOrThrow();
  expect(single.count).toBe(1);
});
