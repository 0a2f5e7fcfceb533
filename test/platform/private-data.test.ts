import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { privatePaths } from '#contract/admin-pages.ts';
import type { DonationId } from '#contract/ids.ts';
import { publicPages } from '#contract/pages.ts';
import { buildApp } from '#server/app.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { aCause, aNomination, anAdministrator, aPerson } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';

const canary = `canary${randomUUID().slice(0, 8)}`;
let planted: Promise<string[]> | undefined;
const testApp = useTestApp({ env: { TEAM_EMAIL: `${canary}@team.example` } });

/** A row with the canary in every text that somebody wrote about themselves or somebody else. */
async function plant(): Promise<string[]> {
  const { db } = testApp;
  const { id: causeId } = await aCause(testApp);
  const person = Object.fromEntries(Object.keys(aPerson()).map((name) => [name, canary]));
  const contact = { ...aPerson(), ...person, email: `${canary}@example.com` };
  const { id } = await anAdministrator(testApp);
  const { phone: _, zip: __, ...name } = contact;
  await db
    .updateTable('users')
    .set({ ...name, passwordHash: canary })
    .where('id', '=', id)
    .execute();
  const nominationId = await aNomination(testApp, { causeId });
  await db
    .updateTable('nominations')
    .set({ ...contact, nominee: canary, description: canary })
    .where('id', '=', nominationId)
    .execute();
  const checkoutId = newId<DonationId>();
  const details = { ...contact, description: canary, isAvailableToVolunteerTime: true };
  // Also where a checkout takes no text of anybody's own.
  await db
    .insertInto('checkouts')
    .values({
      id: checkoutId,
      causeId,
      amountCents: 100,
      provider: 'test',
      isReal: false,
      requestHash: canary,
      details: JSON.stringify(details),
      sessionId: canary,
      url: `https://x.example/${canary}`,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      idempotencyKey: canary,
    })
    .execute();
  await db
    .insertInto('alerts')
    .values({ id: newId(), key: canary, title: canary, message: canary, path: '/admin' })
    .execute();
  return [id, nominationId, checkoutId, causeId];
}

test('strangers see nothing private, wherever they look', async () => {
  planted ??= plant();
  const ids = await planted;
  await ensureWebBuild();
  const site = await buildApp(testApp, pino({ level: 'silent' }));
  const { config } = testApp;
  const { minCents: minDonation, maxCents: maxDonation } = config.donation;
  const { publicUrl, currency } = config;
  const info = { ...config.site, publicUrl, currency, minDonation, maxDonation };
  await serveWeb(site, { ...info, payments: 'test', isTrial: true }, testApp);
  const pages = Object.values(publicPages).map(({ path }) => path);
  const addresses = [...pages, ...privatePaths, '/robots.txt', '/sitemap.xml', '/api/docs/json'];
  const { body: index } = await site.inject({ url: '/sitemap.xml' });
  addresses.push(
    ...[...index.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)/g)].map(([, path]) => path ?? ''),
  );
  for (const { method, path } of Object.values(allEndpoints)) {
    if (method === 'GET') addresses.push(path, `${path}?limit=1`, `${path}?nominee=${canary[0]}`);
    for (const id of ids) addresses.push(path.replace(':id', id));
  }
  for (const id of ids) addresses.push(`/test-payment/${id}`, `/donate?id=${id}`, `/${id}`);
  let seen = 0;
  const hits: string[] = [];
  for (const url of new Set(addresses)) {
    const { body, headers, statusCode } = await site.inject({ url });
    const answer = `${url} ${body} ${JSON.stringify(headers)}`;
    if (answer.includes(canary)) hits.push(answer.slice(0, 300));
    seen += statusCode === 200 ? 1 : 0;
  }
  await site.close();
  recordFigures('V1', {
    'public addresses': new Set(addresses).size,
    'private values seen': hits.length,
  });
  // Among them are the names and contact data around a nomination.
  recordFigures('P7', { 'private values seen': hits.length });
  expect(hits).toEqual([]);
  expect(seen).toBeGreaterThan(15);
});

test('an unvetted nomination cannot be found, by any of its words', async () => {
  planted ??= plant();
  const [, id = ''] = await planted;
  const statuses: number[] = [];
  for (const url of [`/api/nominations/${id}`, `/api/nominations?id=${id}`, '/api/nominations']) {
    statuses.push((await testApp.request({ url })).statusCode);
  }
  const opened = statuses.filter((status) => status === 200).length;
  recordFigures('V2', { 'ways to an unvetted nomination': statuses.length, opened });
  expect(statuses).toEqual([401, 401, 401]);
  const { body } = await testApp.request({ url: '/api/causes' });
  for (const cause of JSON.parse(body)) {
    expect(Object.keys(cause).sort().join(' ')).toBe(
      '_count description id isForRunningCosts name plansToId revision state',
    );
  }
});
