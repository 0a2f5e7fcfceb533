import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import type { PlanId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import {
  changePlan,
  getPlan,
  lowerPlan,
  openPlanPage,
  requestPlanLinks,
} from '#contract/plans/plans.ts';
import { coverFor, usualRate } from '#core/ledger/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import {
  aPlanToken,
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  eventsOf,
  planRow,
  renew,
} from '#test/support/plans.ts';
import { changeSettings } from '#test/support/settings.ts';
import { unbookedObjects, useStripeApp } from '#test/support/stripe-app.ts';

// What donors add to a recurring donation for card costs: in each payment, beside the donation, and never unseen.
const app = await useStripeApp();
const { testApp, stripe } = app;
const rate = usualRate();
const cover = coverFor(2_500, rate);
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});
beforeEach(() => changeSettings(testApp, { cardCosts: { ...rate, isCoverOffered: true } }));

const partsOf = async (id: PlanId) =>
  (
    await testApp.db
      .selectFrom('donations')
      .select(['amountCents', 'coverCents'])
      .where('planId', '=', id)
      .orderBy('createdAt')
      .execute()
  ).map(({ amountCents, coverCents }) => `${amountCents} + ${coverCents}`);
const covers = async (id: PlanId) => {
  const { rows } = await sql<{ cents: number }>`
    select amount_cents as cents from operations_entries
    where donation_id in (select id from donations where plan_id = ${id}) order by id`.execute(
    testApp.db,
  );
  return rows.map(({ cents }) => cents);
};
const price = (subscription: { id: string }) =>
  stripe.subscriptions.find(({ id }) => id === subscription.id)?.items.data[0]?.price.unit_amount;
const change = async (id: PlanId, body: { amount?: number; cover?: number; causeId?: never }) =>
  testApp.call(changePlan, { body: { token: await aPlanToken(app, id, 'change'), ...body } });

describe('what is added to a recurring donation', () => {
  test('is charged with it, and comes with each payment beside the donation', async () => {
    const { id, subscription, session, person } = await aRunningPlan(app, { cover });
    expect(session.amount_total).toBe(2_500 + cover);
    expect(await planRow(app, id)).toMatchObject({ amountCents: 2_500, coverCents: cover });
    await renew(app, subscription);
    expect(await partsOf(id)).toEqual(Array(2).fill(`2500 + ${cover}`));
    expect(await covers(id)).toEqual([cover, cover]);
    const mail = await testApp.inbox.waitFor(
      person.email,
      'Thank you for your monthly donation of $25.00',
    );
    expect((mail.text ?? '').replaceAll(/\s+/g, ' ')).toContain(
      'You also added $1.06 for card costs',
    );
    expect(await checkLedger(testApp.db)).toEqual([]);
    const { body } = await testApp.call(getPlan, { cookie, params: { id } });
    expect(body).toMatchObject({ amount: 2_500, cover, donations: [{ cover }, { cover }] });
  });

  test('goes back with the last cent of a renewal', async () => {
    const { id, subscription } = await aRunningPlan(app, { cover });
    await renew(app, subscription);
    const renewal = (await donationsOfPlan(app, id))[1];
    const { body } = await testApp.call(createRefund, {
      cookie,
      params: { id: renewal?.id as never },
      body: { amount: 2_500, reason: 'Asked for it' } as never,
    });
    expect(body).toMatchObject({ amount: 2_500 + cover, cover });
    expect(await covers(id)).toEqual([cover, cover, -cover]);
  });

  test('is never another amount than the one that the form shows', async () => {
    const { status, body } = await testApp.call(createDonation, {
      body: {
        amount: 2_500,
        cover: cover + 1,
        interval: 'monthly',
        ...aPerson(),
        causeId: (await aCause(testApp)).id,
      },
    });
    expect([status, body]).toMatchObject([400, { fields: { cover: expect.any(String) } }]);
  });
});

describe('with another amount', () => {
  test('it is computed anew, and the donor has to have seen it', async () => {
    const { id, subscription } = await aRunningPlan(app, { cover });
    const unseen = await change(id, { amount: 5_000 });
    expect([unseen.status, unseen.body]).toMatchObject([
      400,
      { fields: { cover: expect.stringContaining('$51.81') } },
    ]);
    const old = await change(id, { amount: 5_000, cover });
    expect([old.status, old.body]).toMatchObject([400, { fields: { cover: expect.any(String) } }]);
    expect(price(subscription)).toBe(2_500 + cover);
    const next = coverFor(5_000, rate);
    expect((await change(id, { amount: 5_000, cover: next })).status).toBe(200);
    expect(price(subscription)).toBe(5_000 + next);
    await renew(app, subscription);
    expect(await partsOf(id)).toEqual([`2500 + ${cover}`, `5000 + ${next}`]);
    expect(await eventsOf(app, id)).toEqual(['started donor', 'changed donor']);
  });

  test('that comes while an invoice is a draft, the invoice keeps what it asks for', async () => {
    const { id, subscription } = await aRunningPlan(app, { cover });
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    stripe.clock.advanceTo(new Date((end + 60) * 1000));
    const next = coverFor(4_000, rate);
    expect((await change(id, { amount: 4_000, cover: next })).status).toBe(200);
    expect((await change(id, { cover: 0 })).status).toBe(200);
    stripe.clock.advance({ hours: 2 });
    await deliverAll(app);
    expect(await partsOf(id)).toEqual(Array(2).fill(`2500 + ${cover}`));
    await renew(app, subscription);
    expect((await partsOf(id)).at(-1)).toBe('4000 + 0');
    expect(await unbookedObjects(app, '%')).toEqual([]);
  });

  test('of the team it is never more than before', async () => {
    const { id, subscription } = await aRunningPlan(app, { cover });
    await changeSettings(testApp, {
      cardCosts: { basisPoints: 1_500, fixedCents: 100, isCoverOffered: false },
    });
    const lower = (amount: number) =>
      testApp.call(lowerPlan, { cookie, params: { id }, body: { amount } });
    expect((await lower(2_400)).body).toMatchObject({ amount: 2_400, cover });
    await changeSettings(testApp, { cardCosts: { ...rate, isCoverOffered: false } });
    const less = coverFor(1_000, rate);
    expect((await lower(1_000)).body).toMatchObject({ amount: 1_000, cover: less });
    expect(price(subscription)).toBe(1_000 + less);
  });
});

test('the mail with the links names it, as it is after a change', async () => {
  const { id, person } = await aRunningPlan(app, { cover });
  const next = coverFor(5_000, rate);
  expect((await change(id, { amount: 5_000, cover: next })).status).toBe(200);
  await testApp.call(requestPlanLinks, { body: { email: person.email } });
  const { text = '' } = await testApp.inbox.waitFor(
    person.email,
    'Your link to change your recurring donation',
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `Change $50.00 and ${formatCents(next)} for card costs every month to`,
  );
  expect((await change(id, { cover: 0 })).status).toBe(200);
  await testApp.call(requestPlanLinks, { body: { email: person.email } });
  await testApp.inbox.until(person.email, 'link without card costs', (mails) =>
    mails.find((mail) => /Change \$50\.00 every\s+month to/.test(mail.text ?? '')),
  );
});

test('it can be removed and added again, as long as the charity asks for it', async () => {
  const { id, subscription } = await aRunningPlan(app, { cover });
  expect((await change(id, { cover: 0 })).body).toMatchObject({ amount: 2_500, cover: 0 });
  expect(price(subscription)).toBe(2_500);
  expect((await change(id, { cover })).body).toMatchObject({ cover });
  await changeSettings(testApp, { cardCosts: { ...rate, isCoverOffered: false } });
  // Whoever adds it already goes on.
  const more = coverFor(3_000, rate);
  expect((await change(id, { amount: 3_000, cover: more })).status).toBe(200);
  expect((await change(id, { cover: 0 })).status).toBe(200);
  expect((await change(id, { cover: more })).status).toBe(400);
  const page = await testApp.call(openPlanPage, { body: { token: await aPlanToken(app, id) } });
  expect(page.body).toMatchObject({ cover: 0, cardCosts: { isCoverOffered: false } });
});

test.each([0, cover])(
  'a price that somebody has set at Stripe is a donation as a whole: %d cents were added before',
  async (added) => {
    const { id, subscription } = await aRunningPlan(app, { cover: added });
    const [item] = subscription.items.data;
    if (item) item.price.unit_amount = 4_000;
    await renew(app, subscription);
    expect(await partsOf(id)).toEqual([`2500 + ${added}`, '4000 + 0']);
    expect(await planRow(app, id)).toMatchObject({ amountCents: 4_000, coverCents: 0 });
    expect(await unbookedObjects(app, '%')).toEqual([]);
  },
);
