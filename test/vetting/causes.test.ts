import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeDonationCause } from '#contract/giving/donations.ts';
import type { CauseId, NominationId } from '#contract/ids.ts';
import { createCause, deleteCause, listCauses } from '#contract/vetting/causes.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aCheckout, aDonation, aNomination, signIn } from '#test/support/factories.ts';

const testApp = useTestApp();

const aName = () => `Warm homes ${randomUUID().slice(0, 8)}`;

async function inList(id: string) {
  const { body } = await testApp.call(listCauses);
  return body.find((cause) => cause.id === id);
}

describe('listing causes', () => {
  test('requires no session and counts donations and nominations', async () => {
    const { id, name } = await aCause(testApp);
    await aDonation(testApp, { causeId: id });
    await aDonation(testApp, { causeId: id });
    await aNomination(testApp, { causeId: id });
    expect(await inList(id)).toEqual({
      id,
      name,
      description: '',
      state: 'open',
      plansToId: null,
      revision: 0,
      isForRunningCosts: false,
      _count: { donations: 2, nominations: 1 },
    });
  });

  test('does not count a checkout that nobody paid', async () => {
    const { id } = await aCause(testApp);
    await aCheckout(testApp, { causeId: id });
    expect(await inList(id)).toMatchObject({ _count: { donations: 0, nominations: 0 } });
  });

  test('is sorted by name, ignoring case', async () => {
    const cookie = await signIn(testApp);
    const mark = randomUUID();
    for (const letter of ['b', 'C', 'A']) {
      await testApp.call(createCause, { cookie, body: { name: `${mark} ${letter}` } });
    }
    const { body } = await testApp.call(listCauses);
    const names = body.map(({ name }) => name).filter((name) => name.startsWith(mark));
    expect(names).toEqual([`${mark} A`, `${mark} b`, `${mark} C`]);
  });
});

describe('the counts of a cause', () => {
  test('follow rows that are added, moved, and deleted, even many at once', async () => {
    const { db } = testApp;
    const [from, to] = [await aCause(testApp), await aCause(testApp)];
    const counts = async () =>
      [await inList(from.id), await inList(to.id)].map((cause) => cause?._count.nominations);
    const ids: NominationId[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push(await aNomination(testApp, { causeId: from.id }));
    }
    expect(await counts()).toEqual([3, 0]);
    await db
      .updateTable('nominations')
      .set({ causeId: to.id, nominee: 'Moved' })
      .where('id', 'in', ids.slice(0, 2))
      .execute();
    expect(await counts()).toEqual([1, 2]);
    await db.updateTable('nominations').set({ nominee: 'Same' }).where('id', 'in', ids).execute();
    expect(await counts()).toEqual([1, 2]);
    // Rows of both causes in one statement.
    await db.deleteFrom('nominations').where('id', 'in', ids.slice(1)).execute();
    expect(await counts()).toEqual([0, 1]);

    const donationId = await aDonation(testApp, { causeId: from.id });
    const why = { ground: 'donor_agreed', agreement: 'Yes', reason: 'Wrong cause' } as const;
    await testApp.call(changeDonationCause, {
      cookie: await signIn(testApp),
      params: { id: donationId },
      body: { causeId: to.id, ...why },
    });
    expect((await inList(from.id))?._count.donations).toBe(0);
    expect((await inList(to.id))?._count.donations).toBe(1);
  });

  test('are correct after twenty nominations at once, and ignore rolled-back changes', async () => {
    const { id: causeId } = await aCause(testApp);
    await Promise.all(Array.from({ length: 20 }, () => aNomination(testApp, { causeId })));
    const attempt = testApp.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('nominations').where('causeId', '=', causeId).execute();
      throw new Error('rolled back');
    });
    await expect(attempt).rejects.toThrow('rolled back');
    expect(await inList(causeId)).toMatchObject({ _count: { donations: 0, nominations: 20 } });
  });
});

describe('adding a cause', () => {
  test('adds it to the list, trimmed', async () => {
    const cookie = await signIn(testApp);
    const name = aName();
    const { status, body } = await testApp.call(createCause, {
      cookie,
      body: { name: `  ${name} ` },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      name,
      description: '',
      state: 'open',
      plansToId: null,
      revision: 0,
      isForRunningCosts: false,
      _count: { donations: 0, nominations: 0 },
    });
    expect(await inList(body.id)).toEqual(body);
  });

  test.each(['', '   ', 'x'.repeat(101)])('refuses the name "%s"', async (name) => {
    const cookie = await signIn(testApp);
    const { status, error } = await testApp.call(createCause, { cookie, body: { name } });
    expect(status).toBe(400);
    expect(error.fields?.name).toBe(name.trim() ? 'At most 100 characters' : 'Required');
  });

  test.each([
    ['as it is', (name: string) => name],
    ['in capitals', (name: string) => name.toUpperCase()],
    ['with surrounding spaces', (name: string) => `  ${name}\t`],
  ])('refuses a name that is already in use: %s', async (_, variant) => {
    const cookie = await signIn(testApp);
    const name = aName();
    await testApp.call(createCause, { cookie, body: { name } });
    const again = await testApp.call(createCause, { cookie, body: { name: variant(name) } });
    expect(again).toMatchObject({ status: 409, error: { code: 'cause_name_taken' } });
    expect(again.error.fields?.name).toBe(
      `There is already a cause called "${variant(name).trim()}".`,
    );
    const { body } = await testApp.call(listCauses);
    expect(body.filter((cause) => cause.name.toLowerCase() === name.toLowerCase())).toHaveLength(1);
  });
});

describe('deleting a cause', () => {
  const remove = async (id: CauseId) =>
    testApp.call(deleteCause, { cookie: await signIn(testApp), params: { id } });

  test('removes it from the list', async () => {
    const { id } = await aCause(testApp);
    expect((await remove(id)).status).toBe(204);
    expect(await inList(id)).toBeUndefined();
  });

  test('works for a client that sends the content type of a missing body', async () => {
    const { id } = await aCause(testApp);
    const { statusCode } = await testApp.request({
      method: 'DELETE',
      url: `/api/causes/${id}`,
      headers: { 'content-type': 'application/json', cookie: await signIn(testApp) },
    });
    expect(statusCode).toBe(204);
  });

  test('is refused with a donation', async () => {
    const { id } = await aCause(testApp);
    await aDonation(testApp, { causeId: id });
    expect(await remove(id)).toMatchObject({ status: 409, error: { code: 'cause_in_use' } });
    expect(await inList(id)).toBeDefined();
  });

  test('is refused with a nomination', async () => {
    const { id } = await aCause(testApp);
    await aNomination(testApp, { causeId: id });
    expect(await remove(id)).toMatchObject({ status: 409, error: { code: 'cause_in_use' } });
    expect(await inList(id)).toBeDefined();
  });

  test('is refused while somebody is paying for it', async () => {
    const { id } = await aCause(testApp);
    await aCheckout(testApp, { causeId: id });
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 409, error: { code: 'cause_in_use' } });
    expect(answer.error.message).toContain('donating');
    expect(await inList(id)).toBeDefined();
  });

  test('works once that payment can no longer happen', async () => {
    const { id } = await aCause(testApp);
    const checkoutId = await aCheckout(testApp, { causeId: id });
    await testApp.db
      .updateTable('checkouts')
      .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', checkoutId)
      .execute();
    expect((await remove(id)).status).toBe(204);
  });

  test('returns 404 for an unknown id', async () => {
    expect(await remove(newId())).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });

  test('returns 400 for an invalid id', async () => {
    expect(await remove(anyId('food'))).toMatchObject({
      status: 400,
      error: { code: 'invalid_input' },
    });
  });
});
