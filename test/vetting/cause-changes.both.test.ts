import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import { createDonation, getDonation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import { listAlerts } from '#contract/operations/alerts.ts';
import { approve, getApproval, listWaiting } from '#contract/people/approvals.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import {
  type Cause,
  changeCause,
  closeCause,
  createCause,
  deleteCause,
  hideCause,
  listCauses,
  openCause,
  placeCause,
} from '#contract/vetting/causes.ts';
import { createNomination, listNominations } from '#contract/vetting/nominations.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  anAcceptedNomination,
  aPair,
  aPerson,
  aTeamMember,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { openInbox } from '#test/support/inbox.ts';
import { meet } from '#test/support/locks.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { changeSettings } from '#test/support/settings.ts';
import { trail } from '#test/support/trail.ts';
import { useWebSite } from '#test/support/web-site.ts';

// A cause is renamed, described, put in order, hidden, closed, and opened again. What was given to it stays where it is.
const testApp = useTestApp();
const web = useWebSite(testApp);
let cookie = '';
let other: Cause;
beforeAll(async () => {
  cookie = await signIn(testApp);
  other = await aCause(testApp);
});

const allCauses = async () => (await testApp.call(listCauses)).body;
async function now(id: CauseId): Promise<Cause> {
  const found = (await allCauses()).find((cause) => cause.id === id);
  if (!found) throw new Error('The cause is gone');
  return found;
}
const change = ({ id, revision }: Cause, name: string, description = '') =>
  testApp.call(changeCause, { cookie, params: { id }, body: { revision, name, description } });
const hide = ({ id, revision }: Cause) =>
  testApp.call(hideCause, { cookie, params: { id }, body: { revision } });
const open = ({ id, revision }: Cause) =>
  testApp.call(openCause, { cookie, params: { id }, body: { revision } });
const close = ({ id, revision }: Cause, plansToId: CauseId = other.id) =>
  testApp.call(closeCause, { cookie, params: { id }, body: { revision, plansToId } });
const give = (causeId: CauseId, idempotencyKey?: string) =>
  testApp.call(createDonation, {
    body: { amount: 500, causeId, ...donor },
    ...(idempotencyKey && { idempotencyKey }),
  });
const donor = aPerson();
const nominate = (causeId: CauseId) =>
  testApp.call(createNomination, {
    body: { nominee: 'Maria', description: 'Heating', causeId, ...aPerson() },
  });
const aName = () => `Warm homes ${randomUUID().slice(0, 8)}`;

describe('renaming and describing a cause', () => {
  test('shows the new name everywhere, and the old one in the trail', async () => {
    const cause = await aCause(testApp);
    const id = await aDonation(testApp, { causeId: cause.id });
    const name = aName();
    const { status, body } = await change(cause, `  ${name} `, 'Boilers,\nand blankets.');
    expect(status).toBe(200);
    expect(body).toEqual({
      ...cause,
      name,
      description: 'Boilers,\nand blankets.',
      revision: 1,
      _count: { donations: 1, nominations: 0 },
    });
    expect(await now(cause.id)).toEqual(body);
    const donation = await testApp.call(getDonation, { cookie, params: { id } });
    expect(donation.body.cause.name).toBe(name);
    const page = await web.get('/donate');
    expect(page.body).toContain(`<dt class="strong">${name}</dt>`);
    const [entry] = await trail(testApp, { subjectId: cause.id });
    expect(entry).toMatchObject({
      action: 'cause.changed',
      changes: [
        { field: 'Name', before: cause.name, after: name },
        { field: 'Description', before: null, after: 'Boilers,\nand blankets.' },
      ],
    });
  });

  test('does nothing, and says nothing in the trail, if nothing differs', async () => {
    const cause = await aCause(testApp);
    expect((await change(cause, cause.name)).body).toEqual(cause);
    expect(await trail(testApp, { subjectId: cause.id })).toHaveLength(1);
  });

  test('takes no name that another cause had, with whatever spaces', async () => {
    const cause = await aCause(testApp);
    const name = aName();
    await change(cause, name);
    const taken = cause.name.replaceAll(' ', '   ').toUpperCase();
    const refused = { status: 409, error: { code: 'cause_name_taken' } };
    expect(await change(await now(other.id), taken)).toMatchObject(refused);
    const added = await testApp.call(createCause, { cookie, body: { name: taken } });
    expect(added).toMatchObject(refused);
    expect(added.error.message).toContain(`“${name}” was called that before`);
    expect((await change(await now(cause.id), cause.name)).status).toBe(200);
  });

  describe('that people gave to, with four eyes', () => {
    let changed: Cause;
    beforeAll(async () => {
      changed = await aCause(testApp);
      await aDonation(testApp, { causeId: changed.id });
    });

    test('takes a second person for its name, and one for its description', async () => {
      const { fourEyes } = await testApp.settings.read(testApp.db);
      await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
      const second = await signIn(testApp);
      const name = aName();
      expect((await change(await now(changed.id), changed.name, 'Boilers')).status).toBe(200);
      const empty = await aCause(testApp);
      expect((await change(empty, aName())).status).toBe(200);
      const asked = await change(await now(changed.id), name, 'Boilers');
      expect(asked.status).toBe(202);
      expect((await now(changed.id)).name).toBe(changed.name);
      const { awaitingApproval: id } = asked.body as unknown as ApprovalRequested;
      const { body } = await testApp.call(getApproval, { cookie: second, params: { id } });
      expect(body.facts).toEqual([
        { label: 'Cause', value: changed.name },
        { label: 'New name', value: name },
        { label: 'Donations', value: '1' },
      ]);
      // The same a second time is refused, whoever asks, and the cause shows that it waits.
      const again = await testApp.call(changeCause, {
        cookie: second,
        params: { id: changed.id },
        body: { revision: 1, name, description: 'Boilers' },
      });
      expect(again).toMatchObject({ status: 409, error: { code: 'request_waits' } });
      const shown = (as: string) =>
        testApp.call(listWaiting, { cookie: as, query: { about: changed.id } });
      const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
      expect((await shown(second)).body).toMatchObject([{ id, kind: 'cause_name', mayOpen: true }]);
      expect((await shown(viewer)).body).toMatchObject([{ id, mayOpen: false }]);
      const [entry] = await trail(testApp, { subjectId: id });
      expect(entry?.subject.name).toBe(`Another name for a cause, ${changed.name}, ${name}, 1`);
      const { fingerprint } = body;
      await testApp.call(approve, { cookie: second, params: { id }, body: { fingerprint } });
      expect((await now(changed.id)).name).toBe(name);
      expect((await shown(second)).body).toEqual([]);
      await changeSettings(testApp, { fourEyes });
    });
  });

  test('lets the capitals of its own name change, and refuses the name of another one', async () => {
    const cause = await aCause(testApp);
    const shouted = await change(cause, cause.name.toUpperCase());
    expect(shouted.body).toMatchObject({ name: cause.name.toUpperCase(), revision: 1 });
    const taken = await change(shouted.body, other.name.toUpperCase());
    expect(taken).toMatchObject({ status: 409, error: { code: 'cause_name_taken' } });
    expect(taken.error.fields?.name).toContain(other.name.toUpperCase());
  });

  test('refuses what does not fit, and a cause that is gone', async () => {
    const cause = await aCause(testApp);
    expect((await change(cause, ' ')).error.fields).toEqual({ name: 'Required' });
    expect((await change(cause, 'A', 'x'.repeat(301))).error.fields).toEqual({
      description: 'At most 300 characters',
    });
    await testApp.call(deleteCause, { cookie, params: { id: cause.id } });
    expect((await change(cause, aName())).status).toBe(404);
  });
});

describe('hiding a cause', () => {
  test('takes it off the forms, and refuses whoever has them open', async () => {
    const cause = await aCause(testApp);
    const before = await give(cause.id, 'hidden-later');
    expect((await hide(cause)).body).toMatchObject({ state: 'hidden', revision: 1 });
    for (const path of ['/donate', '/nominate']) {
      const { body } = await web.get(path);
      expect(body).toContain(other.name);
      expect(body).not.toContain(cause.name);
    }
    const why = `“${cause.name}” takes no new donations and nominations at the moment. Please choose another cause.`;
    for (const call of [give, nominate]) {
      expect(await call(cause.id)).toMatchObject({
        status: 409,
        error: { code: 'cause_not_open', message: why, fields: { causeId: why } },
      });
    }
    // Without script, the page says it once, beside the field.
    const posted = await web.post('/donate', { ...donor, amount: '$5.00', causeId: cause.id });
    expect(posted.statusCode).toBe(409);
    expect(posted.body.split(`id="causeId-error">${why}`)).toHaveLength(2);
    expect(posted.body).toContain('value="$5.00"');
    // The same call once more is no new donation.
    expect(await give(cause.id, 'hidden-later')).toMatchObject({ status: 201, body: before.body });
    const linked = await web.get(`/donate?cause=${cause.id}&amount=25`);
    expect(linked.body).toContain(why);
    expect(linked.body).toContain('value="$25.00"');
    expect(linked.body).toContain(other.name);
    expect(await now(cause.id)).toMatchObject({ state: 'hidden' });

    expect((await open(await now(cause.id))).body).toMatchObject({ state: 'open', revision: 2 });
    expect((await give(cause.id)).status).toBe(201);
    expect((await web.get(`/donate?cause=${cause.id}`)).body).not.toContain(why);
  });

  test('books what was being paid for, and says nothing of it', async () => {
    const cause = await aCause(testApp);
    const person = aPerson();
    const checkout = await aCheckout(testApp, { amount: 700, causeId: cause.id, person });
    await hide(cause);
    await payCheckout(testApp, checkout, 700);
    const mail = await openInbox(testApp.config.dataDir).waitFor(person.email, 'Thank you');
    expect(mail.text).not.toContain('closed');
    expect((await now(cause.id))._count.donations).toBe(1);
  });
});

describe('closing a cause', () => {
  test('says so to whoever was paying for it, and to the team', async () => {
    const cause = await aCause(testApp);
    const person = aPerson();
    const checkout = await aCheckout(testApp, { amount: 700, causeId: cause.id, person });
    expect((await close(cause)).body).toMatchObject({ state: 'closed', plansToId: other.id });
    await payCheckout(testApp, checkout, 700);
    const mail = await openInbox(testApp.config.dataDir).waitFor(person.email, 'Thank you');
    expect(mail.text).toContain('We closed this cause while you were paying.');
    const donation = await testApp.call(getDonation, { cookie, params: { id: checkout } });
    expect(donation.body.cause.name).toBe(cause.name);
    const alerts = await testApp.call(listAlerts, { cookie });
    expect(alerts.body.filter(({ message }) => message.includes(cause.name))).toHaveLength(1);
    expect(await give(cause.id)).toMatchObject({ status: 409, error: { code: 'cause_not_open' } });
    const [entry] = await trail(testApp, { subjectId: cause.id });
    expect(entry).toMatchObject({
      action: 'cause.closed',
      changes: [
        { field: 'Recurring donations go to', before: null, after: other.name },
        { field: 'State', before: 'Open', after: 'Closed' },
      ],
    });
  });

  test('leaves its money where it is, to be allocated and read about', async () => {
    const { causeId, donationId, nominationId } = await aPair(testApp, 3_000);
    const cause = await now(causeId);
    await close(cause);
    const allocated = await testApp.call(createAllocation, {
      cookie,
      body: { amount: 1_000, donationId, nominationId },
    });
    expect(allocated.status).toBe(201);
    const late = await anAcceptedNomination(testApp, { causeId: other.id });
    const list = await testApp.call(listNominations, { cookie, query: { causeId } });
    expect(list.body).toMatchObject([{ id: nominationId, cause: { name: cause.name } }]);
    expect(list.body.map(({ id }) => id)).not.toContain(late);
    const { body } = await testApp.call(getImpact, {});
    expect(body.causes).toContainEqual(
      expect.objectContaining({ id: causeId, name: cause.name, given: 3_000 }),
    );
    expect((await web.get('/impact')).body).toContain(cause.name);
    expect((await web.get(`/donate?cause=${causeId}`)).body).toContain(
      `“${cause.name}” is closed. Please choose another cause.`,
    );
  });

  test('takes no donation for a need of it alone, which a link to one says', async () => {
    const cause = await aCause(testApp);
    const needId = await aPublishedNeed(testApp, { causeId: cause.id });
    const link = `/donate?need=${needId}`;
    expect((await web.get(link)).body).toContain(`name="needId" value="${needId}"`);
    await close(cause);
    const { body } = await web.get(link);
    expect(body).toContain(`“${cause.name}” is closed.`);
    expect(body).not.toContain('name="needId"');
    expect(body).toContain(other.name);
    const bound = { amount: 500, causeId: cause.id, needId, ...donor };
    expect(await testApp.call(createDonation, { body: bound })).toMatchObject({
      status: 409,
      error: { code: 'cause_not_open' },
    });
  });

  test('takes another cause that is open, for recurring donations', async () => {
    const cause = await aCause(testApp);
    const hidden = await aCause(testApp);
    await hide(hidden);
    for (const id of [cause.id, hidden.id]) {
      expect(await close(cause, id)).toMatchObject({
        status: 400,
        error: { fields: { plansToId: 'Choose a cause from the list' } },
      });
    }
    expect(await now(cause.id)).toEqual(cause);
  });

  test('sends on what was to come from causes that were closed before', async () => {
    const [first, second] = [await aCause(testApp), await aCause(testApp)];
    await close(first, second.id);
    const kept = await testApp.call(deleteCause, { cookie, params: { id: second.id } });
    expect(kept).toMatchObject({ status: 409, error: { code: 'cause_in_use' } });
    expect(kept.error.message).toContain(first.name);
    await close(second);
    expect(await now(first.id)).toMatchObject({ state: 'closed', plansToId: other.id });
    expect((await open(await now(first.id))).body).toMatchObject({
      state: 'open',
      plansToId: null,
    });
  });
});

describe('two people who change the same cause', () => {
  test('do not overwrite each other, whatever they do', async () => {
    for (const second of [hide, close, (cause: Cause) => change(cause, aName())]) {
      const cause = await aCause(testApp);
      const lock = (trx: typeof testApp.db) =>
        trx.selectFrom('causes').select('id').where('id', '=', cause.id).forUpdate().execute();
      const answers = await meet(testApp, lock, [
        () => change(cause, aName()),
        () => second(cause),
      ]);
      // Which of the two comes first is chance: a new name is looked at before its transaction.
      expect(answers.toSorted((one, another) => one.status - another.status)).toMatchObject([
        { status: 200, body: { revision: 1 } },
        { status: 409, error: { code: 'cause_changed' } },
      ]);
      expect((await now(cause.id)).revision).toBe(1);
    }
  });

  test('cannot give two causes one name', async () => {
    const causes = [await aCause(testApp), await aCause(testApp)];
    const name = aName();
    const answers = await Promise.all(causes.map((cause) => change(cause, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the last open cause', () => {
  const hideOthers = (ids: CauseId[], state: 'hidden' | 'open') =>
    // More than the screen would do one by one.
    sql`update causes set cause_state = ${state}
      where cause_state <> 'closed' and id <> all(${ids}::uuid[])`.execute(testApp.db);
  afterAll(() => hideOthers([], 'open'));

  test('can be neither hidden nor closed, also by two people at once', async () => {
    const pair = [await aCause(testApp), await aCause(testApp)] as const;
    await hideOthers(
      pair.map(({ id }) => id),
      'hidden',
    );
    const lock = (trx: typeof testApp.db) =>
      sql`select pg_advisory_xact_lock(hashtextextended('causes', 0))`.execute(trx);
    const answers = await meet(testApp, lock, [
      () => hide(pair[0]),
      () => close(pair[1], pair[0].id),
    ]);
    expect(answers).toMatchObject([
      { status: 200 },
      { status: 409, error: { code: 'last_open_cause' } },
    ]);
    expect(await hide(pair[1])).toMatchObject({ error: { code: 'last_open_cause' } });
    const added = await testApp.call(createCause, { cookie, body: { name: aName() } });
    expect((await close(pair[1], added.body.id)).status).toBe(200);
  });
});

describe('the order of causes', () => {
  const place = (id: CauseId, side: 'before' | 'after', past: CauseId) =>
    testApp.call(placeCause, { cookie, params: { id }, body: { side, past } });
  const ids = async () => (await allCauses()).map(({ id }) => id);

  test('is that of the team, on the list and on the forms; new ones come last', async () => {
    const before = await ids();
    const [first, second] = before as [CauseId, CauseId];
    const { status, body } = await place(second, 'before', first);
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual([second, first, ...before.slice(2)]);
    expect(await ids()).toEqual(body.map(({ id }) => id));
    const early = await aCause(testApp, { name: `A ${randomUUID()}` });
    expect((await ids()).at(-1)).toBe(early.id);
    const page = (await web.get('/donate')).body;
    const open = body.filter(({ state }) => state === 'open');
    const places = open.map(({ id }) => page.indexOf(`<option value="${id}"`));
    expect(places).toEqual(places.toSorted((one, next) => one - next));
    const [entry] = await trail(testApp, { subjectId: second });
    expect(entry).toMatchObject({
      action: 'cause.placed',
      changes: [{ field: 'Place', before: '2', after: '1' }],
    });
  });

  test('changes only as whoever changed it saw it', async () => {
    const [first, second, third] = (await ids()) as [CauseId, CauseId, CauseId];
    for (const past of [third, first]) {
      expect(await place(first, 'after', past)).toMatchObject({
        status: 409,
        error: { code: 'cause_changed' },
      });
    }
    // Two people press the same button.
    const answers = await Promise.all([1, 2].map(() => place(first, 'after', second)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ids()).slice(0, 3)).toEqual([second, first, third]);
  });
});
