import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { privatePaths } from '#contract/admin-pages.ts';
import { exportListNames } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { createDonation, getDonation, setDonationAnonymity } from '#contract/giving/donations.ts';
import { type DonationId, donationId, type PlanId } from '#contract/ids.ts';
import { publicPages, testPaymentPath } from '#contract/pages.ts';
import { getPlan, openPlanPage, setPlanAnonymity } from '#contract/plans/plans.ts';
import { changeDonationPage, openDonationPage } from '#contract/publishing/donation-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { type Role, rightsOf, roles } from '#core/people/rights.ts';
import { buildApp } from '#server/app.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import {
  aCause,
  aDonation,
  anAllocation,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aDonationToken, aPublishedNeed } from '#test/support/proof.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { aTestPlan, pressOnTestPage } from '#test/support/test-plans.ts';
import { trail } from '#test/support/trail.ts';
import { aFollower, aPublishedUpdate } from '#test/support/updates.ts';

const testApp = useTestApp();

/** Pays a donation on the page of test payments; returns its id. */
async function paid(url: string): Promise<DonationId> {
  const id = donationId.parse(url.split('/').at(-1));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'outcome=paid';
  const answer = await testApp.request({
    method: 'POST',
    url: testPaymentPath(id),
    headers,
    payload,
  });
  expect(answer.statusCode).toBe(303);
  return id;
}

async function anAnonymousDonation(person = aPerson()): Promise<DonationId> {
  const { id: causeId } = await aCause(testApp);
  const { body } = await testApp.call(createDonation, {
    body: { amount: 5_000, causeId, isAnonymous: true, ...person },
  });
  return paid(body.url);
}

async function isAnonymous(id: DonationId): Promise<boolean> {
  const { isAnonymous } = await testApp.db
    .selectFrom('donations')
    .select('isAnonymous')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return isAnonymous;
}

describe('a donor', () => {
  test('stays anonymous if the form says so, and is counted like everybody else', async () => {
    const before = (await testApp.call(getImpact)).body;
    const id = await anAnonymousDonation();
    expect(await isAnonymous(id)).toBe(true);
    expect(await isAnonymous(await aDonation(testApp))).toBe(false);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getDonation, { cookie, params: { id } });
    expect(body).toMatchObject({ isAnonymous: true, firstName: 'Grace', lastName: 'Hopper' });
    const after = (await testApp.call(getImpact)).body;
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
  });

  test('changes it on the donation page, in either direction', async () => {
    const id = await aDonation(testApp);
    const token = await aDonationToken(testApp, id);
    for (const wanted of [true, false]) {
      const { body } = await testApp.call(changeDonationPage, {
        body: { token, isAnonymous: wanted },
      });
      expect(body.donor).toMatchObject({ isAnonymous: wanted });
      expect(await isAnonymous(id)).toBe(wanted);
    }
  });

  test('cannot change it with a link that only shows the donation', async () => {
    const id = await aDonation(testApp);
    const token = newToken();
    await testApp.db
      .insertInto('donationLinks')
      .values({ tokenHash: hashToken(token), donationId: id, isViewOnly: true })
      .execute();
    const { status } = await testApp.call(changeDonationPage, {
      body: { token, isAnonymous: true },
    });
    expect(status).toBe(403);
    expect(await isAnonymous(id)).toBe(false);
    expect((await testApp.call(openDonationPage, { body: { token } })).body.donor).toBeNull();
  });

  test('is asked for by phone: the team says it for them, which the trail keeps', async () => {
    const id = await aDonation(testApp);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
    const input = { cookie, params: { id }, body: { isAnonymous: true } };
    const { body } = await testApp.call(setDonationAnonymity, input);
    expect(body.isAnonymous).toBe(true);
    await testApp.call(setDonationAnonymity, input);
    expect(await trail(testApp, { subjectId: id })).toMatchObject([
      { action: 'donation.anonymity_set' },
    ]);
    const viewer = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
    const refused = await testApp.call(setDonationAnonymity, { ...input, cookie: viewer });
    expect(refused.status).toBe(403);
  });
});

describe('a recurring donation', () => {
  async function donationsOf(id: PlanId): Promise<boolean[]> {
    const rows = await testApp.db
      .selectFrom('donations')
      .select('isAnonymous')
      .where('planId', '=', id)
      .orderBy('createdAt')
      .execute();
    return rows.map((row) => row.isAnonymous);
  }
  const renew = async (id: PlanId) =>
    pressOnTestPage(testApp, id, `next=paid&paid=${(await donationsOf(id)).length}`);

  async function aToken(planId: PlanId): Promise<string> {
    const token = newToken();
    await testApp.db
      .insertInto('planLinks')
      .values({ tokenHash: hashToken(token), planId, scope: 'view' })
      .execute();
    return token;
  }

  test('gives what the form said to each of its donations', async () => {
    const id = await aTestPlan(testApp, { isAnonymous: true });
    await renew(id);
    expect(await donationsOf(id)).toEqual([true, true]);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getPlan, { cookie, params: { id } });
    expect(body.isAnonymous).toBe(true);
  });

  test('makes all of its donations anonymous, and names only those that follow', async () => {
    const id = await aTestPlan(testApp);
    const token = await aToken(id);
    await renew(id);
    const on = await testApp.call(setPlanAnonymity, { body: { token, isAnonymous: true } });
    expect(on.body.isAnonymous).toBe(true);
    expect(await donationsOf(id)).toEqual([true, true]);
    await testApp.call(setPlanAnonymity, { body: { token, isAnonymous: false } });
    await renew(id);
    expect(await donationsOf(id)).toEqual([true, true, false]);
    expect((await testApp.call(openPlanPage, { body: { token } })).body.isAnonymous).toBe(false);
  });
});

/*
 * One anonymous donation with a text of its own in every field: wherever anybody looks, whatever they are sent, these texts
 * are read only by the donor, and by those of the team who may see donors' contact data.
 */
const mark = newId().slice(-10);
const person = {
  firstName: `Fiona${mark}`,
  lastName: `Larsson${mark}`,
  email: `giver-${mark}@example.com`,
  phone: `555-${mark}`,
  zip: `Z${mark}`,
};
// What they say of others tells who they are, too, and is about people who asked for nothing.
const said = {
  honoree: `Honoree${mark}`,
  recipientName: `Recipient${mark}`,
  recipientEmail: `told-${mark}@example.com`,
  dedicationMessage: `Message${mark}`,
  employer: `Employer${mark}`,
};
const nominator = { ...aPerson(), email: `nominator-${newId()}@example.com` };
const follower = `follower-${newId()}@example.com`;
const marks = [...Object.values({ ...person, ...said }), `story${mark}`, `Street${mark}`];

const leaksOf = (text: string) => marks.filter((each) => text.includes(each));
const maySee = (role: Role) => rightsOf([role]).includes('contacts.read');

/** Their donation, and what can come of one; returns the ids of it all. */
async function anAnonymousStory(): Promise<string[]> {
  const { db } = testApp;
  const { id: causeId } = await aCause(testApp);
  const { body } = await testApp.call(createDonation, {
    body: {
      amount: 5_000,
      causeId,
      isAnonymous: true,
      description: `story${mark}`,
      ...said,
      dedicationKind: 'memory',
      tellsName: true,
      ...person,
      postalAddress: `Street${mark}`,
      isAvailableToVolunteerTime: true,
    },
  });
  const id = await paid(body.url);
  const nominationId = await aPublishedNeed(testApp, { causeId });
  await db
    .updateTable('nominations')
    .set({ email: nominator.email })
    .where('id', '=', nominationId)
    .execute();
  await aFollower(testApp, nominationId, follower);
  const allocationId = await anAllocation(testApp, {
    amount: 2_000,
    donationId: id,
    nominationId,
  });
  const planId = await aTestPlan(testApp, { causeId, person, isAnonymous: true });
  const update = await aPublishedUpdate(testApp, nominationId);
  const { donorId } = await db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [id, causeId, nominationId, allocationId, planId, update.id, donorId];
}

describe('what tells who an anonymous donor is', () => {
  let ids: string[] = [];

  beforeAll(async () => {
    await ensureWebBuild();
    ids = await anAnonymousStory();
  }, 300_000);

  test('is on no page, in no feed, and in no answer to strangers', async () => {
    const site = await buildApp(testApp, pino({ level: 'silent' }));
    const { config } = testApp;
    const { minCents: minDonation, maxCents: maxDonation } = config.donation;
    const { publicUrl, currency } = config;
    const info = { ...config.site, publicUrl, currency, minDonation, maxDonation };
    await serveWeb(site, { ...info, payments: 'test', isTrial: true }, testApp);
    const addresses = [
      ...Object.values(publicPages).map(({ path }) => path),
      ...privatePaths,
      ...['/robots.txt', '/sitemap.xml', '/api/docs/json'],
      ...ids.flatMap((id) => [`/needs/${id}`, `/test-payment/${id}`, `/donate?id=${id}`]),
    ];
    const { body: index } = await site.inject({ url: '/sitemap.xml' });
    for (const [, path] of index.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)/g)) {
      addresses.push(path ?? '');
    }
    for (const { method, path } of Object.values(allEndpoints)) {
      if (method !== 'GET') continue;
      for (const id of ids) addresses.push(path.replace(/:\w+/, id));
    }
    let seen = 0;
    const leaks: string[] = [];
    for (const url of new Set(addresses)) {
      const { body, headers, statusCode } = await site.inject({ url });
      const found = leaksOf(`${body} ${JSON.stringify(headers)}`);
      leaks.push(...found.map((leak) => `${leak} at ${url}`));
      seen += Number(statusCode === 200);
    }
    await site.close();
    recordFigures('P7', { 'private values seen': leaks.length });
    expect(leaks).toEqual([]);
    expect(seen).toBeGreaterThan(15);
  }, 300_000);

  test.each(roles)(
    'is read by a %s only if donors’ contact data is for them',
    async (role) => {
      const cookie = await signIn(testApp, await aTeamMember(testApp, role));
      const leaks = new Set<string>();
      for (const { method, path } of Object.values(allEndpoints)) {
        if (method !== 'GET') continue;
        for (const id of path.includes(':') ? ids : ['']) {
          const { body } = await testApp.request({
            url: path.replace(/:\w+/, id),
            headers: { cookie },
          });
          for (const leak of leaksOf(body)) leaks.add(leak);
        }
      }
      if (maySee(role)) {
        expect([...leaks]).toEqual(
          expect.arrayContaining([person.email, said.honoree, said.employer]),
        );
      } else {
        // Whoever looks after volunteers sees who offers time, and nothing of what they gave.
        const ofOffers = rightsOf([role]).includes('volunteers.read') ? Object.values(person) : [];
        expect([...leaks].filter((leak) => !ofOffers.includes(leak))).toEqual([]);
      }
    },
    120_000,
  );

  test.each(roles)(
    'is in the exports of a %s only if that is so',
    async (role) => {
      const cookie = await signIn(testApp, await aTeamMember(testApp, role));
      const found: Record<string, string[]> = {};
      for (const list of exportListNames) {
        const { body } = await testApp.call(createExport, {
          cookie,
          body: { list, format: 'csv', filter: '' },
        });
        const { rawPayload } = await testApp.request({
          url: exportFilePath(body?.id),
          headers: { cookie },
        });
        const leaks = leaksOf(rawPayload.toString());
        if (leaks.length > 0) found[list] = leaks;
      }
      // Who asks where the money for a need came from gets the list of allocations.
      expect(found).not.toHaveProperty('allocations');
      const creates = rightsOf([role]).includes('exports.create');
      if (maySee(role) && creates) {
        expect(Object.keys(found)).toEqual(
          expect.arrayContaining(['donations', 'donors', 'plans']),
        );
      } else expect(found).toEqual({});
    },
    120_000,
  );

  test('is in no email to anybody but the donor', async () => {
    const told = [
      await testApp.inbox.waitFor(nominator.email, 'The furnace'),
      await testApp.inbox.waitFor(follower, 'The furnace'),
      ...(await testApp.inbox.to(teamEmail)),
    ];
    for (const { subject, text, html } of told) {
      expect([subject, leaksOf(`${subject} ${text} ${html}`)]).toEqual([subject, []]);
    }
  }, 120_000);
});
