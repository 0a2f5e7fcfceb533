import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listDonors } from '#contract/donors/donors.ts';
import { createDonation, getDonation, listDonations } from '#contract/giving/donations.ts';
import { type CauseId, donationId } from '#contract/ids.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allPages } from '#test/support/all-pages.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  aNomination,
  anAllocation,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';

const testApp = useTestApp({
  env: { MIN_DONATION_CENTS: '500', MAX_DONATION_CENTS: '100000' },
});

/** The body of the donation form. */
async function aForm() {
  return { amount: 2_500, causeId: (await aCause(testApp)).id, ...aPerson() };
}

async function countCheckouts(causeId: CauseId): Promise<number> {
  const rows = await testApp.db
    .selectFrom('checkouts')
    .select('id')
    .where('causeId', '=', causeId)
    .execute();
  return rows.length;
}

describe('starting a donation', () => {
  test('returns the address of the payment page; nothing is donated yet', async () => {
    const form = await aForm();
    const { status, body } = await testApp.call(createDonation, { body: form });
    expect(status).toBe(201);
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/test-payment\/[0-9a-f-]{36}$/);
    const id = donationId.parse(body.url.slice(-36));
    const cookie = await signIn(testApp);
    expect((await testApp.call(getDonation, { cookie, params: { id } })).status).toBe(404);
    const list = await testApp.call(listDonations, { cookie, query: { id } });
    expect(list.body).toEqual([]);
  });

  test.each(['amount', 'causeId', 'firstName', 'lastName', 'email', 'phone', 'zip'] as const)(
    'requires %s',
    async (field) => {
      const { [field]: _, ...form } = await aForm();
      const { status, error } = await testApp.call(createDonation, { body: form as never });
      expect(status).toBe(400);
      expect(error.fields).toEqual({ [field]: 'Required' });
    },
  );

  test.each([
    ['an unknown cause', { causeId: newId() }, { causeId: 'Choose a cause from the list' }],
    ['a bad email', { email: 'me' }, { email: 'Invalid email' }],
    ['half a cent', { amount: 1000.5 }, { amount: 'Must be a whole number of cents' }],
    ['too little', { amount: 499 }, { amount: 'Must be between $5.00 and $1,000.00' }],
    ['too much', { amount: 100_001 }, { amount: 'Must be between $5.00 and $1,000.00' }],
  ])('is refused with %s', async (_, part, fields) => {
    const form = await aForm();
    const body = { ...form, ...(part as object) };
    const { status, error } = await testApp.call(createDonation, { body });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_input', fields });
    expect(await countCheckouts(form.causeId)).toBe(0);
  });

  test.each([500, 100_000])('accepts exactly %d cents', async (amount) => {
    const form = await aForm();
    expect((await testApp.call(createDonation, { body: { ...form, amount } })).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('makes a double click start one checkout', async () => {
    const idempotencyKey = randomUUID();
    const body = await aForm();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testApp.call(createDonation, { body, idempotencyKey })),
    );
    expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
    expect(await countCheckouts(body.causeId)).toBe(1);
  });

  test('is refused with a different donation', async () => {
    const idempotencyKey = randomUUID();
    const body = await aForm();
    await testApp.call(createDonation, { body, idempotencyKey });
    const other = await testApp.call(createDonation, {
      body: { ...body, amount: 2_600 },
      idempotencyKey,
    });
    expect(other).toMatchObject({ status: 422, error: { code: 'idempotency_key_reused' } });
    expect(await countCheckouts(body.causeId)).toBe(1);
  });

  test.each(['with space', 'ü', 'x'.repeat(256)])(
    'must be printable: %s',
    async (idempotencyKey) => {
      const answer = await testApp.call(createDonation, { body: await aForm(), idempotencyKey });
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    },
  );
});

describe('one donation', () => {
  test('shows every field that the specification names', async () => {
    const person = aPerson();
    const { id: causeId, name } = await aCause(testApp);
    const id = await aDonation(testApp, {
      amount: 12_345,
      causeId,
      person,
      description: 'For Maria, please.',
      isAvailableToVolunteerTime: true,
    });
    const { body } = await testApp.call(getDonation, {
      cookie: await signIn(testApp),
      params: { id },
    });
    expect(body).toEqual({
      id,
      paymentIntentId: `pi_${id}`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      amount: 12_345,
      availableAmount: 12_345,
      cause: { id: causeId, name },
      description: 'For Maria, please.',
      isAvailableToVolunteerTime: true,
      ...person,
      allocations: [],
      // Not in the specification: how it came, and the day.
      source: 'online',
      planId: null,
      receivedOn: isoDayOf(body.createdAt, testApp.settings.current().timeZone),
      // Not in the specification: who gave it, and what they typed if it is not their name.
      donor: { id: expect.any(String), firstName: person.firstName, lastName: person.lastName },
      typed: null,
      // Not in the specification: what the payment cost.
      costs: null,
      feeParts: [],
      cover: 0,
      coverLeft: 0,
      // Not in the specification: what the donor wishes.
      isAnonymous: false,
      dedication: null,
      // Not in the specification: the need that it was given for, and what was spent before an import.
      binding: null,
      spentBeforeAmount: 0,
      // Not in the specification: money that was returned.
      returnedAmount: 0,
      requestedRefunds: 0,
      formerCauses: [],
      deficitAmount: 0,
      isDisputed: false,
      refunds: [],
      disputes: [],
    });
    expect(Math.abs(Date.now() - Date.parse(body.createdAt))).toBeLessThan(60_000);
  });

  test('shows its allocations and what is left', async () => {
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const allocationId = await anAllocation(testApp, { donationId, nominationId, amount: 2_500 });
    const { body } = await testApp.call(getDonation, {
      cookie: await signIn(testApp),
      params: { id: donationId },
    });
    expect(body).toMatchObject({
      availableAmount: 7_500,
      allocations: [
        {
          id: allocationId,
          amount: 2_500,
          spentAmount: 0,
          nomination: { id: nominationId, nominee: 'Maria Lopez', isCompleted: false },
        },
      ],
    });
  });

  test.each([
    ['an unknown id', async () => newId()],
    ['the id of a nomination', () => aNomination(testApp)],
    ['a checkout that nobody paid', () => aCheckout(testApp)],
  ])('returns 404 for %s', async (_, makeId) => {
    const answer = await testApp.call(getDonation, {
      cookie: await signIn(testApp),
      params: { id: anyId(await makeId()) },
    });
    expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(answer.error.message).toBe('There is no donation with this id.');
  });
});

describe('the list of donations', () => {
  test.each([
    ['newest', [3_000, 1_000, 2_000]],
    ['oldest', [2_000, 1_000, 3_000]],
    ['largest', [3_000, 2_000, 1_000]],
    ['smallest', [1_000, 2_000, 3_000]],
  ] as const)('comes with the %s first, page by page, of one donor', async (order, amounts) => {
    const cookie = await signIn(testApp);
    const person = aPerson();
    const { id: causeId } = await aCause(testApp);
    for (const amount of [2_000, 1_000, 3_000]) {
      await aDonation(testApp, { amount, person, causeId });
    }
    await aDonation(testApp, { causeId });
    const { body: donors } = await testApp.call(listDonors, {
      cookie,
      query: { search: person.email },
    });
    const query = { donorId: donors[0]?.id, order };
    const listed = await allPages(testApp, listDonations, {
      cookie,
      query: { ...query, limit: 2 },
    });
    expect(listed.map(({ amount }) => amount)).toEqual(amounts);
  });

  test('begins with those that a nomination can have, and loses none between its pages', async () => {
    const cookie = await signIn(testApp);
    const person = aPerson();
    const { causeId, donationId: spent, nominationId } = await aPair(testApp, 5_000);
    await anAllocation(testApp, { donationId: spent, nominationId, amount: 5_000 });
    const { id: otherCause } = await aCause(testApp);
    for (const [amount, id] of [
      [1_000, causeId],
      [2_000, otherCause],
      [3_000, causeId],
      [4_000, otherCause],
    ] as const) {
      await aDonation(testApp, { amount, person, causeId: id });
    }
    const query = { search: person.email };
    const [donor] = (await testApp.call(listDonors, { cookie, query })).body;
    const listed = async (more: Parameters<typeof allPages>[2]['query']) =>
      (await allPages(testApp, listDonations, { cookie, query: more })).map(({ amount }) => amount);
    for (const limit of [1, 2, 3, 4, 5]) {
      const shown = { donorId: donor?.id, firstFor: nominationId, limit };
      expect(await listed(shown)).toEqual([3_000, 1_000, 4_000, 2_000]);
      const oldest = { ...shown, order: 'oldest' };
      expect(await listed(oldest)).toEqual([1_000, 3_000, 2_000, 4_000]);
      // As before, the cause is a filter.
      expect(await listed({ ...shown, causeId })).toEqual([3_000, 1_000]);
      expect(await listed({ ...shown, firstFor: newId() })).toEqual([4_000, 3_000, 2_000, 1_000]);
    }
    // What has nothing left fits no more.
    const ofBoth = { firstFor: nominationId, limit: 2 };
    const ids = (await allPages(testApp, listDonations, { cookie, query: ofBoth })).map(
      ({ id }) => id,
    );
    expect(ids.indexOf(spent)).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('shows a row with cause, allocations and what is left', async () => {
    const { causeId, donationId, nominationId } = await aPair(testApp, 10_000);
    await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    await anAllocation(testApp, { donationId, nominationId, amount: 2_000 });
    const { body } = await testApp.call(listDonations, {
      cookie: await signIn(testApp),
      query: { id: donationId },
    });
    expect(body).toEqual([
      {
        id: donationId,
        createdAt: expect.any(String),
        amount: 10_000,
        availableAmount: 7_000,
        cause: { id: causeId, name: expect.any(String) },
        allocations: [{ amount: 1_000 }, { amount: 2_000 }],
        returnedAmount: 0,
        deficitAmount: 0,
        binding: null,
        isAnonymous: false,
        isDisputed: false,
        spentBeforeAmount: 0,
        donor: { id: expect.any(String), firstName: 'Grace', lastName: 'Hopper' },
      },
    ]);
  });
});

describe('the filtered list of donations', () => {
  test('can be limited to a period', async () => {
    const cookie = await signIn(testApp);
    const id = await aDonation(testApp);
    const { createdAt } = (await testApp.call(getDonation, { cookie, params: { id } })).body;
    const after = new Date(Date.parse(createdAt) + 1).toISOString();
    const found = async (period: { from?: string; to?: string }) =>
      (await testApp.call(listDonations, { cookie, query: { id, ...period } })).body.length;
    expect(await found({ from: createdAt, to: after })).toBe(1);
    expect(await found({ from: after })).toBe(0);
    expect(await found({ to: createdAt })).toBe(0);
  });

  test('can leave out fully allocated ones', async () => {
    const cookie = await signIn(testApp);
    const { donationId: id, nominationId } = await aPair(testApp, 10_000);
    const countWith = async (hideFullyAllocated?: 'true' | 'false') =>
      (
        await testApp.call(listDonations, {
          cookie,
          query: { id, ...(hideFullyAllocated && { hideFullyAllocated }) },
        })
      ).body.length;

    await anAllocation(testApp, { donationId: id, nominationId, amount: 9_999 });
    expect(await countWith('true')).toBe(1);
    await anAllocation(testApp, { donationId: id, nominationId, amount: 1 });
    expect(await countWith('true')).toBe(0);
    expect(await countWith('false')).toBe(1);
    expect(await countWith()).toBe(1);
  });

  test('can be limited to one cause', async () => {
    const { causeId, donationId } = await aPair(testApp);
    await aDonation(testApp);
    const { body } = await testApp.call(listDonations, {
      cookie: await signIn(testApp),
      query: { causeId },
    });
    expect(body.map(({ id }) => id)).toEqual([donationId]);
  });

  test.each([
    ['a whole id', (id: string) => id],
    ['the start of an id', (id: string) => id.slice(0, 23)],
    ['capitals and spaces', (id: string) => ` ${id.toUpperCase()} `],
  ])('finds one donation by %s', async (_, text) => {
    const id = await aDonation(testApp);
    await aDonation(testApp);
    const { body } = await testApp.call(listDonations, {
      cookie: await signIn(testApp),
      query: { id: text(id) },
    });
    expect(body.map((donation) => donation.id)).toEqual([id]);
  });

  test('finds one donation by the ID of its payment', async () => {
    const id = await aDonation(testApp);
    await aDonation(testApp);
    const cookie = await signIn(testApp);
    const { body: donation } = await testApp.call(getDonation, { cookie, params: { id } });
    const query = { id: ` ${donation.paymentIntentId} ` };
    const { body } = await testApp.call(listDonations, { cookie, query });
    expect(body.map((found) => found.id)).toEqual([id]);
  });

  test.each([
    'zzz',
    '%',
    "' or 1=1",
    '\u0000',
    'pi_\u0000',
    'donor@example.com',
    'pi_nobody',
    'x'.repeat(500),
  ])('finds nothing for %j', async (id) => {
    await aDonation(testApp);
    const { status, body } = await testApp.call(listDonations, {
      cookie: await signIn(testApp),
      query: { id },
    });
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});
