import { describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import {
  createNomination,
  findNeighbors,
  getNomination,
  listNominations,
  updateNomination,
} from '#contract/vetting/nominations.ts';
import type { NominationStatus } from '#core/vetting/nomination-status.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allPages } from '#test/support/all-pages.ts';
import { anyId } from '#test/support/any-id.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  aNominationThatIs,
  anAllocation,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';

const testApp = useTestApp();

/** The body of the nomination form. */
async function aForm() {
  return {
    nominee: 'Maria Lopez',
    causeId: (await aCause(testApp)).id,
    description: 'Her heating broke down.\nShe is 81.',
    ...aPerson(),
  };
}

const find = async (id: NominationId) =>
  testApp.call(getNomination, { cookie: await signIn(testApp), params: { id } });

describe('nominating', () => {
  test('stores a pending nomination with everything that was entered', async () => {
    const form = await aForm();
    const { status, body } = await testApp.call(createNomination, { body: form });
    expect(status).toBe(201);
    const { causeId, ...entered } = form;
    expect((await find(body.id)).body).toEqual({
      id: body.id,
      reference: body.reference,
      vettingState: 'new',
      createdAt: expect.stringMatching(/Z$/),
      cause: { id: causeId, name: expect.stringContaining('Cause') },
      ...entered,
      isAccepted: false,
      isRejected: false,
      isCompleted: false,
      didNotWorkOut: false,
      allocatedAmount: 0,
      goalAmount: null,
      neededAmount: null,
      urgency: null,
      nomineeKnows: null,
      erasedAt: null,
      allocations: [],
      lastDecision: null,
      consentSaid: null,
      hasOpenAppeal: false,
      hasUnreadAnswer: false,
    });
  });

  test('confirms it to the nominator by email', async () => {
    const form = await aForm();
    const { body } = await testApp.call(createNomination, { body: form });
    const mail = await testApp.inbox.waitFor(form.email, 'We received your nomination');
    expect(body.isConfirmedByEmail).toBe(true);
    expect(mail.subject).toBe('Test: We received your nomination');
    expect(mail.text).toContain(body.reference);
    expect(mail.text).toContain(body.trackingUrl);
  });

  test('tells the team in its email how much is needed, and how soon', async () => {
    const nominee = 'The Needles family';
    const needs = { neededAmount: 180_000, urgency: 'days', nomineeKnows: 'no' } as const;
    await testApp.call(createNomination, { body: { ...(await aForm()), nominee, ...needs } });
    const { text } = await testApp.inbox.waitFor(teamEmail, nominee);
    expect(text).toMatch(/Needed: +\$1,800\.00/);
    expect(text).toMatch(/How soon: +Within days/);
    expect(text).toMatch(/Nominee knows: +Not yet/);
  });

  test('emails the team, who can reply to the nominator and open the nomination', async () => {
    const form = { ...(await aForm()), nominee: `Shelter ${newId()}` };
    const { body } = await testApp.call(createNomination, { body: form });
    const mail = await testApp.inbox.waitFor(teamEmail, form.nominee);
    expect(mail.replyTo?.[0]?.address).toBe(form.email);
    expect(mail.text).toContain(`http://localhost:3000/admin/nominations?manage=${body.id}`);
    for (const fact of ['Grace Hopper', form.email, form.phone, form.zip]) {
      expect(mail.text).toContain(fact);
    }
  });

  const required = [
    'nominee',
    'causeId',
    'description',
    'firstName',
    'lastName',
    'email',
    'phone',
    'zip',
  ] as const;
  test.each(required)('requires %s', async (field) => {
    const form = { ...(await aForm()), [field]: '' };
    const { status, error } = await testApp.call(createNomination, { body: form });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ [field]: 'Required' });
  });

  test.each([
    ['an unknown cause', { causeId: newId() }, { causeId: 'Choose a cause from the list' }],
    ['a bad email', { email: 'me@' }, { email: 'Invalid email' }],
  ])('is refused with %s', async (_, part, fields) => {
    const form = await aForm();
    const answer = await testApp.call(createNomination, { body: { ...form, ...(part as object) } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input', fields } });
    expect(await testApp.inbox.to(form.email)).toEqual([]);
  });
});

describe('one nomination', () => {
  test('shows the donors whose money is allocated to it', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    const id = await anAllocation(testApp, { donationId, nominationId, amount: 2_500 });
    const donor = await testApp.db
      .selectFrom('donations')
      .select(['firstName', 'lastName', 'email', 'isAvailableToVolunteerTime'])
      .select(['isAnonymous', 'deficitCents as deficitAmount'])
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow();
    const { body } = await find(nominationId);
    expect(body.allocatedAmount).toBe(2_500);
    expect(body.allocations).toEqual([
      {
        id,
        createdAt: expect.any(String),
        amount: 2_500,
        spentAmount: 0,
        donation: { id: donationId, ...donor },
      },
    ]);
  });

  test.each([
    ['an unknown id', async () => newId()],
    ['the id of a donation', () => aDonation(testApp)],
  ])('returns 404 for %s', async (_, makeId) => {
    const cookie = await signIn(testApp);
    const params = { id: anyId(await makeId()) };
    const notFound = { status: 404, error: { code: 'not_found' } };
    expect(await testApp.call(getNomination, { cookie, params })).toMatchObject(notFound);
    const body = { isCompleted: true };
    expect(await testApp.call(updateNomination, { cookie, params, body })).toMatchObject(notFound);
  });
});

describe('the list of nominations', () => {
  /** Those of the given ids that a query finds. */
  async function foundBy(query: object, ids: string[]): Promise<string[]> {
    const cookie = await signIn(testApp);
    const { status, body } = await testApp.call(listNominations, { cookie, query });
    expect(status).toBe(200);
    return body.map(({ id }) => id).filter((id) => ids.includes(id));
  }

  test('returns a row as the table needs it', async () => {
    const { causeId, donationId, nominationId: id } = await aPair(testApp);
    await anAllocation(testApp, { donationId, nominationId: id, amount: 1_000 });
    await anAllocation(testApp, { donationId, nominationId: id, amount: 500 });
    const cookie = await signIn(testApp);
    expect((await testApp.call(listNominations, { cookie, query: { id } })).body).toEqual([
      {
        id,
        createdAt: expect.any(String),
        reference: expect.stringMatching(/^.{3}-.{3}$/),
        vettingState: 'new',
        nominee: 'Maria Lopez',
        cause: { id: causeId, name: expect.any(String) },
        isAccepted: true,
        isRejected: false,
        isCompleted: false,
        didNotWorkOut: false,
        allocatedAmount: 1_500,
        consentSaid: null,
        hasOpenAppeal: false,
        hasUnreadAnswer: false,
        goalAmount: null,
        allocations: [{ amount: 1_000 }, { amount: 500 }],
      },
    ]);
  });

  test.each([
    ['pending', ['pending']],
    ['accepted', ['accepted']],
    ['rejected', ['rejected']],
    ['completed', ['completed']],
    ['pending,accepted', ['pending', 'accepted']],
    ['completed,rejected', ['rejected', 'completed']],
    ['', []],
  ] as [string, NominationStatus[]][])('with status=%s', async (status, shown) => {
    const statuses = ['pending', 'accepted', 'rejected', 'completed'] as const;
    const { id: causeId } = await aCause(testApp);
    const ids = {} as Record<NominationStatus, string>;
    for (const name of statuses) ids[name] = await aNominationThatIs(testApp, name, { causeId });
    const found = await foundBy({ causeId, status }, Object.values(ids));
    expect(found.toSorted()).toEqual(shown.map((name) => ids[name]).toSorted());
  });

  test('without a status, returns all of them', async () => {
    const { id: causeId } = await aCause(testApp);
    const ids = [
      await aNominationThatIs(testApp, 'rejected', { causeId }),
      await aNominationThatIs(testApp, 'completed', { causeId }),
    ];
    expect(await foundBy({ causeId }, ids)).toHaveLength(2);
  });

  test.each([
    ['Ana', ['Ana Ruiz', 'Susana']],
    ['aNA r', ['Ana Ruiz']],
    [' ruiz ', ['Ana Ruiz']],
    ['%', ['100% Hope']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ['É', ['José']],
    ['nobody', []],
  ])('with nominee=%j', async (nominee, shown) => {
    const { id: causeId } = await aCause(testApp);
    const names = ['Ana Ruiz', 'Susana', '100% Hope', 'under_score', 'back\\slash', 'José'];
    const ids = new Map<string, string>();
    for (const name of names) {
      ids.set(await aNomination(testApp, { causeId, nominee: name }), name);
    }
    const found = await foundBy({ causeId, nominee }, [...ids.keys()]);
    expect(found.map((id) => ids.get(id)).toSorted()).toEqual(shown.toSorted());
  });

  test('with a cause, an id, or the start of an id', async () => {
    const [one, other] = [await aNomination(testApp), await aNomination(testApp)];
    const { cause } = (await find(one)).body;
    expect(await foundBy({ causeId: cause.id }, [one, other])).toEqual([one]);
    expect(await foundBy({ id: one }, [one, other])).toEqual([one]);
    expect(await foundBy({ id: one.slice(0, 30) }, [one, other])).toContain(one);
    for (const id of ['xyz', 'somebody@example.com', 'x'.repeat(500)]) {
      expect(await foundBy({ id }, [one, other])).toEqual([]);
    }
  });

  test.each([{ status: 'open' }, { causeId: anyId('food') }, { nominee: 'x'.repeat(201) }])(
    'refuses %o',
    async (query) => {
      const cookie = await signIn(testApp);
      const answer = await testApp.call(listNominations, { cookie, query });
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    },
  );
});

test('the list begins with those that a donation can go to, and loses none between its pages', async () => {
  const cookie = await signIn(testApp);
  const nominee = `Nominee ${newId()}`;
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId });
  const pending = await aNomination(testApp, { nominee, causeId });
  const first = await aNominationThatIs(testApp, 'accepted', { nominee, causeId });
  const ofAnother = await aNominationThatIs(testApp, 'accepted', { nominee });
  const second = await aNominationThatIs(testApp, 'accepted', { nominee, causeId });
  const completed = await aNominationThatIs(testApp, 'completed', { nominee, causeId });
  const listed = async (more: Record<string, string | number>) => {
    const query = { nominee, firstFor: donationId, ...more };
    return (await allPages(testApp, listNominations, { cookie, query })).map(({ id }) => id);
  };
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    expect(await listed({ limit })).toEqual([second, first, completed, ofAnother, pending]);
    // As before, the cause is a filter.
    expect(await listed({ limit, causeId })).toEqual([second, first, completed, pending]);
  }
  const neighborsOf = async (id: NominationId, query = {}) => {
    const filter = { nominee, ...query };
    const { body } = await testApp.call(findNeighbors, { cookie, params: { id }, query: filter });
    return [body.previous?.id, body.next?.id];
  };
  // One after the other as it shows them, both ways, also where one half of it ends.
  const inOrder = [second, first, completed, ofAnother, pending];
  for (const [index, id] of inOrder.entries()) {
    const around = [inOrder[index - 1], inOrder[index + 1]];
    expect(await neighborsOf(id, { firstFor: donationId })).toEqual(around);
  }
  // What a decision has taken out of the filter keeps its place there.
  expect(await neighborsOf(second, { status: 'accepted' })).toEqual([undefined, ofAnother]);
  expect(await neighborsOf(completed, { status: 'accepted' })).toEqual([undefined, second]);
  expect(await neighborsOf(pending, { status: 'accepted' })).toEqual([first, undefined]);
});

test('no neighbors of a nomination that is none', async () => {
  const cookie = await signIn(testApp);
  const params = { id: newId<NominationId>() };
  expect((await testApp.call(findNeighbors, { cookie, params })).status).toBe(404);
});
