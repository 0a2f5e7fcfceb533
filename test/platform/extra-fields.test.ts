import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDonation } from '#contract/giving/donations.ts';
import type { NominationId, UserId } from '#contract/ids.ts';
import { createUser, updateUser } from '#contract/people/users.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, signature } from '#test/support/endpoints.ts';
import { aCause, aPerson, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

/** What nobody may set by adding a field to a form. */
const extras = {
  id: '01999999-9999-7999-8999-999999999999',
  passwordHash: 'planted',
  createdAt: '2001-01-01T00:00:00.000Z',
  isAccepted: true,
  isCompleted: true,
  isRejected: true,
  allocatedCents: 5,
  returnedCents: 5,
  amountCents: 5,
  paymentIntentId: 'planted',
  paid: true,
  status: 'paid',
  isAdmin: true,
  role: 'planted',
};

async function stored(
  table: 'users' | 'causes' | 'nominations' | 'checkouts',
  id: UserId | NominationId,
) {
  return testApp.db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', anyId(id))
    .executeTakeFirstOrThrow();
}

test('fields that a form does not have are never stored', async () => {
  const cookie = await signIn(testApp);
  const { phone: _, zip: __, ...person } = aPerson();
  const user = await testApp.call(createUser, { cookie, body: { ...person, ...extras } });
  expect(user.body.id).not.toBe(extras.id);
  expect(await stored('users', user.body.id)).toMatchObject({ passwordHash: null });
  await testApp.call(updateUser, {
    cookie,
    params: { id: user.body.id },
    body: { ...person, ...extras },
  });
  expect(await stored('users', user.body.id)).toMatchObject({ passwordHash: null });

  const cause = await testApp.call(createCause, {
    cookie,
    body: { name: `Cause ${person.email}`, ...extras },
  });
  expect(cause.body.id).not.toBe(extras.id);

  const { id: causeId } = await aCause(testApp);
  const nomination = await testApp.call(createNomination, {
    body: { nominee: 'Maria', description: 'Heating', causeId, ...aPerson(), ...extras },
  });
  expect(await stored('nominations', nomination.body.id)).toMatchObject({
    isAccepted: false,
    isCompleted: false,
    isRejected: false,
    allocatedCents: 0,
  });

  const { email } = aPerson();
  const donation = await testApp.call(createDonation, {
    body: { amount: 500, causeId, ...aPerson(), email, ...extras },
  });
  const checkout = await testApp.db
    .selectFrom('checkouts')
    .selectAll()
    .where('url', '=', donation.body.url)
    .executeTakeFirstOrThrow();
  expect(checkout).toMatchObject({ status: 'started', amountCents: 500 });
  expect(checkout.id).not.toBe(extras.id);
  expect(JSON.stringify(checkout)).not.toContain('planted');
});

test('no call passes on fields that its form does not have', () => {
  for (const [name, { body }] of Object.entries(allEndpoints)) {
    if (!(body instanceof z.ZodObject)) continue;
    // zod drops unknown fields unless there is a catch-all.
    expect([name, body.def.catchall instanceof z.ZodUnknown]).toEqual([name, false]);
  }
});

test('every call declares its response, and nothing else leaves the server', () => {
  let answers = 0;
  const unlisted: string[] = [];
  const others: string[] = [];
  for (const endpoint of Object.values(allEndpoints)) {
    const { response } = endpoint;
    // 204: no body at all.
    if (!response) continue;
    answers++;
    const inner = unwrap(response);
    if (!['object', 'union'].includes(inner.def.type)) others.push(signature(endpoint));
    if (inner instanceof z.ZodObject && inner.def.catchall instanceof z.ZodUnknown) {
      unlisted.push(signature(endpoint));
    }
  }
  recordFigures('A4', {
    'calls with a response': answers,
    'that pass on unlisted fields': unlisted.length,
  });
  expect([unlisted, others]).toEqual([[], []]);
});

function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodArray) return unwrap(type.element as z.ZodType);
  if (type instanceof z.ZodNullable) return unwrap(type.unwrap() as z.ZodType);
  return type;
}
