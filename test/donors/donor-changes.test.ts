import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { agreeToDonorChange, stopDonorChange } from '#contract/donors/donor-changes.ts';
import {
  correctDonor,
  type Donor,
  getDonor,
  joinDonors,
  takeBackDonorChange,
} from '#contract/donors/donors.ts';
import type { DonationId, DonorChangeId, DonorId, PlanId } from '#contract/ids.ts';
import {
  changePlan,
  changePlanCard,
  getPlan,
  mailPlanLink,
  openPlanPage,
  requestPlanLinks,
  setPlanAnonymity,
  stopOwnPlan,
} from '#contract/plans/plans.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { openDonationPage, sendDonationLink } from '#contract/publishing/donation-page.ts';
import { openDonorPage, requestDonorLink } from '#contract/publishing/donor-page.ts';
import { openStatement } from '#contract/receipts/statements.ts';
import { createDonationToken } from '#server/donors/donation-links/commands.ts';
import { planLinkWorker } from '#server/plans/plans/jobs.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { setWantsUpdates } from '#server/publishing/subscriptions/commands.ts';
import { aDonation, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import {
  aPlanOnPage,
  aPlanToken,
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  planRow,
  renew,
} from '#test/support/plans.ts';
import { mailsQueuedFor, requestsAreDone } from '#test/support/queued-mail.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

const app = await useStripeApp();
const { testApp } = app;
/** A plain treasurer, alone. */
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
});

const changedMail = 'The email address of your donations was changed';
const show = async (id: DonorId): Promise<Donor> =>
  (await testApp.call(getDonor, { cookie, params: { id } })).body;
const donorOf = async (id: DonationId | PlanId): Promise<DonorId> => {
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id as DonationId)
    .executeTakeFirstOrThrow();
  return donorId;
};
const correct = (id: DonorId, { firstName, lastName }: Name, email: string) =>
  testApp.call(correctDonor, { cookie, params: { id }, body: { firstName, lastName, email } });
type Name = { firstName: string; lastName: string };
const join = (id: DonorId, otherId: DonorId) =>
  testApp.call(joinDonors, { cookie, params: { id }, body: { otherId } });
const takeBack = async (id: DonorId, place = 0) =>
  testApp.call(takeBackDonorChange, {
    cookie,
    params: { id, changeId: (await show(id)).changes[place]?.id ?? newId<DonorChangeId>() },
  });
/** The secrets in the latest mail to a former address. */
async function secretsFor(email: string, subject = changedMail) {
  const { text = '' } = await testApp.inbox.waitFor(email, subject);
  return {
    text,
    stop: /address-change\/stop#([\w-]+)/.exec(text)?.[1] ?? '',
    agree: /address-change\/agree#([\w-]+)/.exec(text)?.[1] ?? '',
  };
}
/** Lets the changes of a donor be older, as hours pass. */
const age = async (id: DonorId, hours: number) => {
  await sql`update donor_changes set created_at = created_at - make_interval(hours => ${hours})
    where donor_id = ${id}`.execute(testApp.db);
  await sql`update donors set address_changed_at = address_changed_at - make_interval(hours => ${hours})
    where id = ${id}`.execute(testApp.db);
};
const aDonationToken = (id: DonationId) =>
  testApp.db.transaction().execute((trx) => createDonationToken(trx, id));
/** The secret of a link to a statement. */
async function aStatementToken(donorId: DonorId): Promise<string> {
  const token = newToken();
  await testApp.db
    .insertInto('statementLinks')
    .values({
      tokenHash: hashToken(token),
      donorId,
      fromDay: '2026-01-01',
      toDay: '2026-12-31',
      expiresAt: '2100-01-01T00:00:00Z',
    })
    .execute();
  return token;
}
const askForPlanLinks = async (email: string) => {
  await testApp.call(requestPlanLinks, { body: { email } });
  await requestsAreDone(testApp, planLinkWorker.queue);
};
const held = { status: 409, error: { code: 'address_too_new' } };

describe('one treasurer alone, who gives a donor another address', () => {
  test('cannot take over a recurring donation by a correction, and the donor stops it', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const earlier = await aPlanToken(app, id);
    const mine = aPerson().email;
    expect((await correct(donor, person, mine)).status).toBe(204);

    // The former address hears of it at once, from whom nothing is told that a stranger must not read.
    const secrets = await secretsFor(person.email);
    expect(secrets.text).toContain(`${mine.slice(0, 1)}…@example.com`);
    for (const secret of [mine, person.firstName, person.lastName]) {
      expect(secrets.text).not.toContain(secret);
    }

    // No link leaves to the new one, whoever asks.
    await askForPlanLinks(mine);
    await testApp.call(requestDonorLink, { body: { email: mine } });
    const told = await testApp.inbox.until(mine, 'two mails', (mails) => mails[1] && mails);
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Your link has to wait'),
      expect.stringContaining('Your link has to wait'),
    ]);
    expect(told.map(({ text }) => text).join()).not.toContain('#');
    expect(await testApp.call(mailPlanLink, { body: { token: earlier } })).toMatchObject(held);
    const ofGift = { params: { id: id as unknown as DonationId } };
    expect(await testApp.call(sendDonationLink, { cookie, ...ofGift })).toMatchObject(held);

    // Nor does a link do anything that leaves with a receipt.
    const token = await aPlanToken(app, id, 'change');
    const view = await aPlanToken(app, id);
    for (const answer of [
      await testApp.call(changePlan, { body: { token, amount: 99_900 } }),
      await testApp.call(changePlan, { body: { token, amount: 100 } }),
      await testApp.call(changePlanCard, { body: { token } }),
      await testApp.call(openPlanPage, { body: { token: view } }),
      await testApp.call(stopOwnPlan, { body: { token: view } }),
      await testApp.call(setPlanAnonymity, { body: { token: view, isAnonymous: true } }),
      await testApp.call(openDonationPage, {
        body: { token: await aDonationToken(ofGift.params.id) },
      }),
    ]) {
      expect(answer).toMatchObject(held);
    }
    expect(await planRow(app, id)).toMatchObject({ amountCents: 2_500, state: 'active' });
    // What the donor has from before still stops it.
    expect((await testApp.call(openPlanPage, { body: { token: earlier } })).status).toBe(200);

    const stopped = await testApp.call(stopDonorChange, { body: { token: secrets.stop } });
    expect(stopped.status).toBe(200);
    expect(await show(donor)).toMatchObject({
      email: person.email,
      formerly: [],
      changes: [],
    });
    expect(await testApp.call(openPlanPage, { body: { token: view } })).toMatchObject({
      status: 400,
      error: { code: 'invalid_token' },
    });
    expect(await testApp.call(stopDonorChange, { body: { token: secrets.stop } })).toMatchObject({
      status: 409,
      error: { code: 'change_taken_back' },
    });
    const { title } = await testApp.db
      .selectFrom('alerts')
      .select('title')
      .where('path', 'like', `%${donor}`)
      .executeTakeFirstOrThrow();
    expect(title).toBe('A change of a donor’s address was stopped');
    // It is the donor's own address as before.
    const fresh = await aPlanToken(app, id, 'change');
    expect((await testApp.call(changePlan, { body: { token: fresh, amount: 3_000 } })).status).toBe(
      200,
    );
    const { body } = await testApp.call(getPlan, { cookie, params: { id } });
    expect(body.events.at(-1)).toMatchObject({ kind: 'changed', by: 'the donor' });
  });

  test('cannot take it over by a join either, not even with a link from before', async () => {
    const { id, person } = await aRunningPlan(app);
    const victim = await donorOf(id);
    const mine = aPerson();
    const me = await donorOf(await aDonation(testApp, { person: mine }));
    await testApp.call(requestDonorLink, { body: { email: mine.email } });
    const { text = '' } = await testApp.inbox.waitFor(mine.email, 'Your link to all');
    const before = /my-gifts#([\w-]+)/.exec(text)?.[1] ?? '';
    const statement = await aStatementToken(me);
    expect((await join(me, victim)).status).toBe(204);
    const secrets = await secretsFor(person.email);
    for (const answer of [
      await testApp.call(openDonorPage, { body: { token: before } }),
      await testApp.call(openStatement, { body: { token: statement } }),
      await testApp.call(changePlan, {
        body: { token: await aPlanToken(app, id, 'change'), amount: 99_900 },
      }),
    ]) {
      expect(answer).toMatchObject(held);
    }
    await askForPlanLinks(mine.email);
    await testApp.inbox.waitFor(mine.email, 'Your link has to wait');
    expect((await testApp.call(stopDonorChange, { body: { token: secrets.stop } })).status).toBe(
      200,
    );
    expect(await donorOf(id)).toBe(victim);
    expect(await show(victim)).toMatchObject({ email: person.email, donations: 1 });
    expect(await show(me)).toMatchObject({ email: mine.email, donations: 1, formerly: [] });
    expect((await testApp.call(openDonorPage, { body: { token: before } })).status).toBe(200);
  });

  test('cannot have a second correction forget the first: the former address stops both', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const [mine, other] = [aPerson().email, aPerson().email];
    await correct(donor, person, mine);
    await secretsFor(person.email);
    await correct(donor, person, other);
    const again = await secretsFor(person.email, `${changedMail} again`);
    // Whoever reads the address in between agrees, which says nothing of the one before.
    const between = await secretsFor(mine);
    await testApp.call(agreeToDonorChange, { body: { token: between.agree } });
    const token = await aPlanToken(app, id, 'change');
    expect(await testApp.call(changePlan, { body: { token, amount: 100 } })).toMatchObject(held);
    await testApp.call(stopDonorChange, { body: { token: again.stop } });
    expect(await show(donor)).toMatchObject({ email: person.email, changes: [] });
  });

  test('cannot bring a plan along by taking back a correction to an address that then gives', async () => {
    const mine = aPerson();
    const me = await donorOf(await aDonation(testApp, { person: mine }));
    const { person, session, id } = await aPlanOnPage(app);
    await correct(me, mine, person.email);
    app.stripe.pay(session, 'card', {});
    await deliverAll(app);
    expect(await donorOf(id)).toBe(me);
    expect(await correct(me, mine, mine.email)).toMatchObject({
      status: 409,
      error: { code: 'take_back_instead' },
    });
    expect((await takeBack(me)).status).toBe(204);
    expect(await show(me)).toMatchObject({ email: mine.email, donations: 1 });
    const theirs = await show(await donorOf(id));
    expect(theirs).toMatchObject({ email: person.email, donations: 1 });
    expect(theirs.id).not.toBe(me);
    expect(await planRow(app, id)).toMatchObject({ donorId: theirs.id });
  });
});

describe('another address of a donor', () => {
  test('works at once when the former one agrees, but raises nothing for three days', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const next = aPerson().email;
    await correct(donor, person, next);
    const { agree } = await secretsFor(person.email);
    expect((await show(donor)).changes).toMatchObject([
      { kind: 'correction', heldUntil: expect.any(String), agreedAt: null },
    ]);
    expect((await testApp.call(agreeToDonorChange, { body: { token: agree } })).status).toBe(200);
    expect((await show(donor)).changes).toMatchObject([
      { heldUntil: null, agreedAt: expect.any(String) },
    ]);
    await askForPlanLinks(next);
    const { text = '' } = await testApp.inbox.waitFor(next, 'Your link to change');
    const token = /#([\w-]+)/.exec(text)?.[1] ?? '';
    for (const raise of [{ amount: 2_600 }, { cover: 110 }]) {
      expect(await testApp.call(changePlan, { body: { token, ...raise } })).toMatchObject({
        status: expect.any(Number),
        error: { code: expect.stringMatching(/address_too_new|invalid_input/) },
      });
    }
    expect(await planRow(app, id)).toMatchObject({ amountCents: 2_500, coverCents: 0 });
    const lowered = await testApp.call(changePlan, { body: { token, amount: 2_000 } });
    expect(lowered.body).toMatchObject({ amount: 2_000 });
    // Not the donor for sure: the books must not say so.
    const { body } = await testApp.call(getPlan, { cookie, params: { id } });
    expect(body.events.at(-1)).toMatchObject({ by: 'somebody with a link to a new address' });

    await age(donor, 73);
    await sql`update plan_links set created_at = created_at - interval '73 hours'`.execute(
      testApp.db,
    );
    const fresh = await aPlanToken(app, id, 'change');
    const raised = await testApp.call(changePlan, { body: { token: fresh, amount: 5_000 } });
    expect(raised.body).toMatchObject({ amount: 5_000 });
    expect(
      (await testApp.call(getPlan, { cookie, params: { id } })).body.events.at(-1),
    ).toMatchObject({ by: 'the donor' });
  });

  test('works after three days without an answer, with the links that were sent meanwhile', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    const donor = await donorOf(id);
    await correct(donor, person, aPerson().email);
    const token = await aDonationToken(id);
    const statement = { body: { token: await aStatementToken(donor) } };
    expect(await testApp.call(openDonationPage, { body: { token } })).toMatchObject(held);
    await age(donor, 71);
    expect(await testApp.call(openDonationPage, { body: { token } })).toMatchObject(held);
    await age(donor, 2);
    expect((await testApp.call(openDonationPage, { body: { token } })).status).toBe(200);
    expect((await testApp.call(openStatement, statement)).status).toBe(200);
    // It can still be stopped, and then those links are dead.
    const { stop } = await secretsFor(person.email);
    const next = (await show(donor)).email ?? '';
    await testApp.call(stopDonorChange, { body: { token: stop } });
    for (const answer of [
      await testApp.call(openDonationPage, { body: { token } }),
      await testApp.call(openStatement, statement),
    ]) {
      expect(answer).toMatchObject({ error: { code: 'invalid_token' } });
    }
    await testApp.inbox.waitFor(next, 'was taken back');
  });

  test('is not held for a donor who never had one, nor by a correction of the name', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { person });
    const donor = await donorOf(id);
    const token = await aDonationToken(id);
    await correct(donor, { firstName: 'Grace', lastName: 'Hopper' }, person.email.toUpperCase());
    expect((await show(donor)).changes).toMatchObject([{ heldUntil: null }]);
    expect((await testApp.call(openDonationPage, { body: { token } })).status).toBe(200);

    await sql`update donors set email = null where id = ${donor}`.execute(testApp.db);
    const mails = await mailsQueuedFor(testApp, person.email);
    await correct(donor, person, aPerson().email);
    expect((await show(donor)).changes).toMatchObject([{ heldUntil: null }, { heldUntil: null }]);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(mails);
  });

  test('is told even if it was taken away first', async () => {
    const person = aPerson();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await sql`update donors set email = null where id = ${donor}`.execute(testApp.db);
    await correct(donor, person, person.email);
    expect((await takeBack(donor)).status).toBe(204);
    expect((await show(donor)).email).toBeNull();
    const mine = aPerson().email;
    await correct(donor, person, mine);
    const { stop } = await secretsFor(person.email, changedMail);
    expect((await show(donor)).changes[0]).toMatchObject({ heldUntil: expect.any(String) });
    await testApp.call(stopDonorChange, { body: { token: stop } });
    expect((await show(donor)).email).toBe(person.email);
  });

  test('that counted is told like a former one when the team takes the correction back', async () => {
    const person = aPerson();
    const donor = await donorOf(await aDonation(testApp, { person }));
    const next = aPerson().email;
    await correct(donor, person, next);
    await age(donor, 80);
    expect((await takeBack(donor)).status).toBe(204);
    expect(await show(donor)).toMatchObject({
      email: person.email,
      changes: [{ heldUntil: expect.any(String), person: expect.stringContaining(next) }],
    });
    const { stop } = await secretsFor(next);
    await testApp.call(stopDonorChange, { body: { token: stop } });
    expect((await show(donor)).email).toBe(next);
  });
});

describe('taking back', () => {
  test('a join puts everything back, and each new gift goes with its address', async () => {
    const { id: planId, person: theirs, subscription } = await aRunningPlan(app);
    const other = await donorOf(planId);
    const mine = aPerson();
    const first = await aDonation(testApp, { person: mine });
    const kept = await donorOf(first);
    const third = aPerson();
    const pointed = await donorOf(await aDonation(testApp, { person: third }));
    await join(other, pointed);
    const before = { other: await show(other), kept: await show(kept) };
    await join(kept, other);
    await renew(app, subscription);
    const given = [
      await aDonation(testApp, { person: theirs, amount: 700 }),
      await aDonation(testApp, { person: mine, amount: 900 }),
    ] as const;
    const last = aPerson();
    const later = await donorOf(await aDonation(testApp, { person: last }));
    await join(later, kept);
    // Two joins later, in any order.
    expect((await takeBack(later)).status).toBe(204);
    expect((await takeBack(kept)).status).toBe(204);
    const after = { other: await show(other), kept: await show(kept) };
    expect(after.other).toMatchObject({
      ...same(before.other),
      donations: before.other.donations + 2,
      changes: [{ kind: 'join' }],
    });
    expect(after.kept).toMatchObject({ ...same(before.kept), donations: 2, changes: [] });
    for (const gift of await donationsOfPlan(app, planId))
      expect(await donorOf(gift.id)).toBe(other);
    expect(await donorOf(given[0])).toBe(other);
    expect(await donorOf(given[1])).toBe(kept);
    expect(await show(pointed)).toMatchObject({ id: other });
    expect(await donorOf(await aDonation(testApp, { person: third }))).toBe(other);
    const back = await takeBack(kept);
    expect(back).toMatchObject({ status: 404 });
  });

  test('leaves nobody with emails who had wanted none by themselves meanwhile', async () => {
    const [person, other, third] = [aPerson(), aPerson(), aPerson()];
    const donor = await donorOf(await aDonation(testApp, { person }));
    const set = (email: string, wants: boolean) =>
      testApp.db.transaction().execute((trx) => setWantsUpdates(trx, email, wants));
    const wantNone = async () => {
      const emails = [person, other, third].map(({ email }) => email.toLowerCase());
      const rows = await testApp.db
        .selectFrom('mailOptOuts')
        .select('email')
        .where('email', 'in', emails)
        .execute();
      return emails.map((one) => rows.some(({ email }) => email === one));
    };
    await set(person.email, false);
    await correct(donor, person, other.email);
    await set(other.email, false);
    expect((await takeBack(donor)).status).toBe(204);
    await correct(donor, person, third.email);
    expect(await wantNone()).toEqual([true, true, true]);
    // What had only come along goes back with the address.
    expect((await takeBack(donor)).status).toBe(204);
    expect(await wantNone()).toEqual([true, true, false]);
  });

  test('is in order, within 30 days, and once', async () => {
    const person = aPerson();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await correct(donor, { ...person, firstName: 'Ada' }, person.email);
    await correct(donor, { ...person, firstName: 'Eve' }, person.email);
    const { changes } = await show(donor);
    const back = (place: number) =>
      testApp.call(takeBackDonorChange, {
        cookie,
        params: { id: donor, changeId: changes[place]?.id ?? newId<DonorChangeId>() },
      });
    expect(await back(1)).toMatchObject({ status: 409, error: { code: 'take_back_in_order' } });
    expect((await back(0)).status).toBe(204);
    expect(await back(0)).toMatchObject({ status: 409, error: { code: 'change_taken_back' } });
    expect(await show(donor)).toMatchObject({ firstName: 'Ada' });
    await age(donor, 24 * 30 + 1);
    expect(await back(1)).toMatchObject({ status: 409, error: { code: 'too_late_to_take_back' } });
    expect((await show(donor)).changes).toEqual([]);
  });

  test('is refused once the donor was erased, of whom nothing is kept', async () => {
    const [one, other] = [aPerson(), aPerson()];
    const kept = await donorOf(await aDonation(testApp, { person: one }));
    const joined = await donorOf(await aDonation(testApp, { person: other }));
    await join(kept, joined);
    const [change] = (await show(kept)).changes;
    await eraseNow(one.email);
    const params = { id: kept, changeId: change?.id ?? newId<DonorChangeId>() };
    expect(await testApp.call(takeBackDonorChange, { cookie, params })).toMatchObject({
      status: 409,
      error: { code: 'donor_erased' },
    });
    const { rows } = await sql`select from donor_changes where donor_id = ${kept}`.execute(
      testApp.db,
    );
    expect(rows).toEqual([]);
  });

  test('a donor who was erased under a former address leaves no trace of it', async () => {
    const person = aPerson();
    const donor = await donorOf(await aDonation(testApp, { person }));
    await correct(donor, person, aPerson().email);
    const { stop } = await secretsFor(person.email);
    await aDonation(testApp, { person });
    await eraseNow(person.email);
    const { rows } = await sql<{ text: string }>`select to_jsonb(donor_changes)::text as text
      from donor_changes where donor_id = ${donor}`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(person.email);
    const stopped = await testApp.call(stopDonorChange, { body: { token: stop } });
    expect(stopped.body.message).toContain('private links to the other address do nothing');
  });

  async function eraseNow(who: string) {
    const erased = await testApp.call(erasePerson, {
      cookie: await signIn(testApp),
      body: { who },
    });
    expect(erased.status).toBe(200);
  }
});

/** What is the same before a join and after it was taken back. */
function same({ changes: _, mails: __, donations: ___, amount: ____, ...donor }: Donor) {
  return donor;
}

describe('a former address that objects is heard, whatever stands in the way', () => {
  /** Nobody raises the plan with a link to an address that is not the donor's own, even after the days. */
  async function cannotRaise(id: PlanId) {
    await age(await donorOf(id), 73);
    const token = await aPlanToken(app, id, 'change');
    const answer = await testApp.call(changePlan, { body: { token, amount: 99_900 } });
    return { answer, plan: await planRow(app, id) };
  }
  const stop = (token: string) => testApp.call(stopDonorChange, { body: { token } });

  test('when they gave again meanwhile, it is theirs, and so is the plan', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    await correct(donor, person, aPerson().email);
    const secrets = await secretsFor(person.email);
    const again = await aDonation(testApp, { person });
    expect(await donorOf(again)).not.toBe(donor);
    expect((await stop(secrets.stop)).body.message).toContain('Everything is as it was before');
    expect(await donorOf(again)).toBe(donor);
    expect((await show(donor)).email).toBe(person.email);
  });

  test('when a treasurer gave the address to another record meanwhile', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const second = aPerson();
    const other = await donorOf(await aDonation(testApp, { person: second }));
    await correct(donor, person, aPerson().email);
    const secrets = await secretsFor(person.email);
    expect((await correct(other, second, person.email)).status).toBe(204);
    expect((await stop(secrets.stop)).body.message).toContain('Everything is as it was before');
    expect((await show(donor)).email).toBe(person.email);
    // Whoever had the other record before has it again.
    expect((await show(other)).email).toBe(second.email);
  });

  test('when the address was taken from the joined record by a correction', async () => {
    const { id, person } = await aRunningPlan(app);
    const mine = aPerson();
    const me = await donorOf(await aDonation(testApp, { person: mine }));
    const donor = await donorOf(id);
    await join(me, donor);
    const secrets = await secretsFor(person.email);
    await correct(me, mine, person.email);
    await takeBack(me);
    const again = await aDonation(testApp, { person });
    expect((await stop(secrets.stop)).status).toBe(200);
    expect(await donorOf(id)).toBe(donor);
    expect(await donorOf(again)).toBe(donor);
    expect((await show(donor)).email).toBe(person.email);
  });

  test('when the former address was erased: links to the new one wait without an end', async () => {
    const { id, person } = await aRunningPlan(app);
    await correct(await donorOf(id), person, aPerson().email);
    const secrets = await secretsFor(person.email);
    await sql`update donor_changes set email = 'erased' where lower(email) = lower(${person.email})`.execute(
      testApp.db,
    );
    expect((await stop(secrets.stop)).body.message).toContain('puts the rest right');
    const { answer, plan } = await cannotRaise(id);
    expect(answer).toMatchObject(held);
    expect(plan).toMatchObject({ amountCents: 2_500 });
    const { rows } = await sql`select title from alerts
      where key = ${`donor-change-objected:${await donorOf(id)}`}`.execute(testApp.db);
    expect(rows).toHaveLength(1);
  });

  test('but a record that they were joined into later does not become theirs with all it has', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const gift = await aDonation(testApp, { person: aPerson() });
    const kept = await donorOf(gift);
    await join(kept, donor);
    const secrets = await secretsFor(person.email);
    const other = await aDonation(testApp, { person: aPerson() });
    const root = await donorOf(other);
    await join(root, kept);
    // As a correction leaves it that nobody can take back anymore.
    await sql`update donors set email = null where id = ${donor}`.execute(testApp.db);
    await sql`update donors set email = ${person.email} where id = ${root}`.execute(testApp.db);
    expect((await stop(secrets.stop)).body.message).toContain('puts the rest right');
    expect([await donorOf(other), await donorOf(gift)]).toEqual([root, root]);
  });

  test('what was given between two joins is theirs when the outer one is taken back', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const [one, two] = [aPerson(), aPerson()];
    const first = await donorOf(await aDonation(testApp, { person: one }));
    const second = await donorOf(await aDonation(testApp, { person: two }));
    await join(first, donor);
    const secrets = await secretsFor(person.email);
    await join(second, first);
    const given = await aDonation(testApp, { person });
    expect(await donorOf(given)).toBe(second);
    expect((await takeBack(second)).status).toBe(204);
    expect(await donorOf(given)).toBe(first);
    expect((await stop(secrets.stop)).status).toBe(200);
    expect([await donorOf(given), await donorOf(id)]).toEqual([donor, donor]);
  });

  test('what they got back does not go along when an older outer join is taken back', async () => {
    const { id, person } = await aRunningPlan(app);
    const donor = await donorOf(id);
    const [one, two] = [aPerson(), aPerson()];
    const first = await donorOf(await aDonation(testApp, { person: one }));
    const second = await donorOf(await aDonation(testApp, { person: two }));
    await join(first, donor);
    const secrets = await secretsFor(person.email);
    await join(second, first);
    expect((await stop(secrets.stop)).status).toBe(200);
    await join(second, donor);
    const outer = (await show(second)).changes.findIndex(({ kind }) => kind === 'join');
    const places = (await show(second)).changes.map((_, place) => place);
    expect(outer).toBe(0);
    await takeBack(second, places.at(-1));
    expect(await donorOf(id)).not.toBe(first);
  });
});

test('a join shows nothing to links that the joined address had, and keeps no link of the other waiting', async () => {
  const { id, person } = await aRunningPlan(app);
  const donor = await donorOf(id);
  const mine = aPerson();
  const me = await donorOf(await aDonation(testApp, { person: mine }));
  const token = await aStatementToken(me);
  expect((await testApp.call(openStatement, { body: { token } })).status).toBe(200);
  await join(donor, me);
  expect((await testApp.call(openStatement, { body: { token } })).status).toBe(400);
  const own = await aPlanToken(app, id);
  expect((await testApp.call(openPlanPage, { body: { token: own } })).status).toBe(200);
  expect(person.email).toBe((await show(donor)).email);
});
