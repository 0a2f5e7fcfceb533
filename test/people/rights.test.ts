import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import { getDonation } from '#contract/giving/donations.ts';
import { getSession } from '#contract/people/sign-in.ts';
import {
  cancelAddressChange,
  createUser,
  deleteUser,
  getUser,
  updateUser,
} from '#contract/people/users.ts';
import { savePublicPage } from '#contract/publishing/public-pages.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import { type Right, type Role, rights, rightsOf, roles } from '#core/people/rights.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import {
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { type ServedRoute, servedRoutes } from '#test/support/routes.ts';

const testApp = useTestApp();

/** Calls a route with nothing that it needs: whether its caller is refused for lack of a right. */
async function isRefused({ method, path }: ServedRoute, roles: Role[]): Promise<boolean> {
  const cookie = await signIn(testApp, await aTeamMember(testApp, ...roles));
  const { statusCode, body } = await testApp.request({
    method: method as 'GET',
    url: path.replaceAll(/:\w+|\*/g, newId()),
    headers: { cookie },
  });
  // A response to HEAD has no body.
  return statusCode === 403 && (method === 'HEAD' || JSON.parse(body).code === 'not_allowed');
}

/** What takes no right to do to oneself, and this one to do to anybody else. */
const othersNeed = new Map<string, Right>([[`DELETE ${cancelAddressChange.path}`, 'people.write']]);

describe('every route', () => {
  test.each(roles)('is open to a %s as far as its right says', async (role) => {
    const allowed = rightsOf([role]);
    let calls = 0;
    const wrong: string[] = [];
    for (const route of servedRoutes(testApp.app)) {
      const { method, path, access } = route;
      if (access === undefined || access === 'public') continue;
      const right = othersNeed.get(`${method} ${path}`) ?? access;
      const isAllowed = right === 'signed-in' || allowed.includes(right);
      const refused = await isRefused(route, [role]);
      calls++;
      if (refused === isAllowed) wrong.push(`${method} ${path} ${refused ? 'refused' : 'open'}`);
    }
    recordFigures('A1', { 'routes times roles': calls, 'wrong responses to a role': wrong.length });
    expect(wrong).toEqual([]);
  });
});

/** What a call takes besides the right, by its route. */
const proofs = new Map(
  Object.values(allEndpoints).map(({ method, path, recent }) => [
    `${method} ${path}`,
    recent ? ` with a proof${recent === true ? '' : ` ${recent}`}` : '',
  ]),
);

test('a route is opened to more people, or without a proof, only on purpose', async () => {
  const byAccess = Map.groupBy(
    servedRoutes(testApp.app).filter(({ method }) => method !== 'HEAD'),
    ({ access }) => access ?? 'no rule',
  );
  const text = [...byAccess].sort().map(([access, routes]) => {
    const lines = routes
      .map(({ method, path }) => `${method} ${path}`)
      .map((route) => `  ${route}${proofs.get(route) ?? ''}`);
    return `${[access, ...[...new Set(lines)].sort()].join('\n')}\n`;
  });
  // `vitest --update` writes it anew; whoever reads the change sees which route is open to whom from now on.
  await expect(text.join('\n')).toMatchFileSnapshot('open-to.txt');
});

test('every right belongs to a role besides the owner, or is about power over the site', () => {
  const others = rightsOf(roles.filter((role) => role !== 'owner'));
  expect(rights.filter((right) => !others.includes(right))).toEqual([
    'causes.write',
    'people.write',
    'settings.write',
  ]);
});

test('several roles add up', async () => {
  const member = await aTeamMember(testApp, 'publisher', 'auditor');
  const { body } = await testApp.call(getSession, { cookie: await signIn(testApp, member) });
  expect(body).toMatchObject({ roles: ['publisher', 'auditor'] });
  expect(body?.allowed).toEqual(rightsOf(['auditor', 'publisher']));
  expect(body?.allowed).toContain('pages.publish');
  expect(body?.allowed).toContain('audit.read');
  expect(body?.allowed).not.toContain('money.write');
});

test('a role taken away counts with the next call of a session that is open', async () => {
  const owner = await signIn(testApp);
  const member = await aTeamMember(testApp, 'owner');
  const cookie = await signIn(testApp, member);
  const body = { name: `Before ${newId()}` };
  expect((await testApp.call(createCause, { cookie, body })).status).toBe(201);
  const { firstName, lastName, email } = member;
  const changed = await testApp.call(updateUser, {
    cookie: owner,
    params: { id: member.id },
    body: { firstName, lastName, email, roles: ['viewer'] },
  });
  expect(changed.status).toBe(200);
  const after = await testApp.call(createCause, { cookie, body: { name: `After ${newId()}` } });
  expect([after.status, after.body]).toMatchObject([403, { code: 'not_allowed' }]);
});

describe('who a donor is', () => {
  const contact = { firstName: 'Ada', lastName: 'Secret', email: 'secret@example.com' };

  async function seenBy(role: Role) {
    const input = { amount: 500, ...(await aPair(testApp)) };
    const { donationId, nominationId } = input;
    await anAllocation(testApp, input);
    const details = { ...contact, phone: '555-7777', zip: 'Z-7777', description: 'For Secret' };
    const { db } = testApp;
    const { donorId } = await db
      .updateTable('donations')
      .set(details)
      .where('id', '=', donationId)
      .returning('donorId')
      .executeTakeFirstOrThrow();
    // One donor has an address, and an earlier test gave it to another one.
    await db
      .updateTable('donors')
      .set({ email: `${newId()}@example.com` })
      .where('email', '=', contact.email)
      .execute();
    await db.updateTable('donors').set(contact).where('id', '=', donorId).execute();
    await db
      .updateTable('nominations')
      .set({ ...details, email: 'nominator@example.com', description: 'Her Illness' })
      .where('id', '=', nominationId)
      .execute();
    const cookie = await signIn(testApp, await aTeamMember(testApp, role));
    const donation = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    const nomination = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
    return { donation: donation.body, nomination: nomination.body };
  }

  test.each<Role>(['viewer', 'case-worker', 'publisher'])('is hidden from a %s', async (role) => {
    const { donation, nomination } = await seenBy(role);
    expect(donation.amount).toBeGreaterThan(0);
    expect(JSON.stringify(donation)).not.toMatch(/secret|555-7777|Z-7777/i);
    expect(JSON.stringify(nomination.allocations)).not.toMatch(/secret/i);
  });

  test.each<Role>(['treasurer', 'auditor', 'owner'])('is shown to a %s', async (role) => {
    const { donation, nomination } = await seenBy(role);
    expect(donation).toMatchObject({ ...contact, phone: '555-7777', description: 'For Secret' });
    expect(nomination.allocations).toMatchObject([{ donation: contact }]);
  });

  test.each<[Role, story: boolean, nominator: boolean]>([
    ['viewer', false, false],
    ['publisher', false, false],
    ['volunteer-coordinator', false, false],
    // Whoever pays sees what for, and not who asked.
    ['treasurer', true, false],
    ['case-worker', true, true],
    ['privacy-officer', true, true],
    ['auditor', true, true],
    ['owner', true, true],
  ])(
    'and of a nomination a %s sees the story: %s, and its nominator: %s',
    async (role, story, nominator) => {
      const { nomination } = await seenBy(role);
      expect(/Her Illness/.test(JSON.stringify(nomination))).toBe(story);
      expect(/nominator@example.com/.test(JSON.stringify(nomination))).toBe(nominator);
    },
  );
});

describe('the roles of users', () => {
  test('without any, a new user is an owner; with some, they have these', async () => {
    const cookie = await signIn(testApp);
    const { phone: _, zip: __, ...person } = aPerson();
    const owner = await testApp.call(createUser, { cookie, body: person });
    const other = await testApp.call(createUser, {
      cookie,
      body: { ...person, email: `x-${person.email}`, roles: ['treasurer', 'publisher'] },
    });
    const rolesOf = async (id: typeof owner.body.id) =>
      (await testApp.call(getUser, { cookie, params: { id } })).body.roles;
    expect(await rolesOf(owner.body.id)).toEqual(['owner']);
    expect(await rolesOf(other.body.id)).toEqual(['treasurer', 'publisher']);
  });

  test.each([[[]], [['administrator']], [['owner', 'owner']], ['owner']])(
    'cannot be %j',
    async (held) => {
      const { phone: _, zip: __, ...person } = aPerson();
      const { status } = await testApp.call(createUser, {
        cookie: await signIn(testApp),
        body: { ...person, roles: held as Role[] },
      });
      expect(status).toBe(400);
    },
  );

  test('nobody can give themselves any, but everybody can correct their own name', async () => {
    const member = await aTeamMember(testApp, 'viewer');
    const cookie = await signIn(testApp, member);
    const { id, lastName, email } = member;
    const call = (body: RequestOf<typeof updateUser>['body']) =>
      testApp.call(updateUser, { cookie, params: { id }, body });
    const power = await call({ firstName: 'Ada', lastName, email, roles: ['owner'] });
    expect([power.status, power.body]).toMatchObject([403, { code: 'not_allowed' }]);
    const name = await call({ firstName: 'Ada', lastName, email });
    expect([name.status, name.body]).toMatchObject([200, { firstName: 'Ada' }]);
    const other = await anAdministrator(testApp);
    const foreign = await testApp.call(updateUser, {
      cookie,
      params: { id: other.id },
      body: { firstName: 'Ada', lastName, email },
    });
    expect(foreign.status).toBe(403);
  });

  test('the last owner can neither go nor lose the role, whatever others there are', async () => {
    await testApp.db.deleteFrom('users').execute();
    const owner = await anAdministrator(testApp);
    const cookie = await signIn(testApp, owner);
    await aTeamMember(testApp, 'treasurer', 'auditor');
    const { id, firstName, lastName, email } = owner;
    const body = { firstName, lastName, email, roles: ['viewer'] as Role[] };
    const refused = await testApp.call(updateUser, { cookie, params: { id }, body });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'last_owner' }]);
    const second = await anAdministrator(testApp);
    expect((await testApp.call(updateUser, { cookie, params: { id }, body })).status).toBe(200);
    const gone = await testApp.call(deleteUser, {
      cookie: await signIn(testApp, second),
      params: { id },
    });
    expect(gone.status).toBe(204);
  });
});

test('a draft may be written without the right to publish, but nothing public changes', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
  const id = await anAcceptedNomination(testApp);
  const body = { publicName: 'Ada', summary: 'Summary', story: 'Story', coverFileId: null };
  const save = () => testApp.call(savePublicPage, { cookie, params: { id }, body });
  expect((await save()).status).toBe(200);
  await testApp.db
    .updateTable('publicPages')
    .set({ isPublished: true, publishedAt: new Date().toISOString() })
    .where('nominationId', '=', id)
    .execute();
  expect(await save()).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
});
