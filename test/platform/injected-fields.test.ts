import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { createDonation } from '#contract/giving/donations.ts';
import type { CauseId } from '#contract/ids.ts';
import { createUser } from '#contract/people/users.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, fieldsOf, signature } from '#test/support/endpoints.ts';
import { aCause, aNomination, aPerson, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
let cookie: string;
let causeId: CauseId;
beforeAll(async () => {
  cookie = await signIn(testApp);
  causeId = (await aCause(testApp)).id;
  await aNomination(testApp, { causeId });
});

const send = (endpoint: Endpoint, body: object) =>
  testApp.request({
    method: endpoint.method,
    url: endpoint.path,
    headers: { cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

/** A body that each creating call accepts. */
function rightBody({ path }: Endpoint): Record<string, unknown> {
  const { firstName, lastName, email, ...rest } = aPerson();
  const contact = { firstName, lastName, email, ...rest };
  const bodies: Record<string, object> = {
    [createCause.path]: { name: `Cause ${email}` },
    [createUser.path]: { firstName, lastName, email },
    [createDonation.path]: { amount: 500, causeId, description: 'For all', ...contact },
    [createNomination.path]: { nominee: 'Maria', causeId, description: 'Heating', ...contact },
    [sendContactMessage.path]: { email, message: 'Hello' },
  };
  return { ...bodies[path] };
}

const creating = [createCause, createUser, createDonation, createNomination];

describe('a field that the caller may not set is not set', () => {
  const planted = '2001-02-03T04:05:06.000Z';
  const planting = /0000000abcde|777777|2001-02-03|superuser/;
  test.each(creating.map((endpoint) => [signature(endpoint), endpoint as Endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { rows } = await sql<{ name: string }>`
        select distinct column_name as name from information_schema.columns
        where table_schema = 'public'`.execute(testApp.db);
      const camelCase = (name: string) =>
        name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      const values = (name: string) => {
        if (/^(is|has)_/.test(name)) return true;
        if (/cents|calls/.test(name)) return 777_777;
        return /_at$/.test(name) ? planted : '01900000-0000-7000-8000-0000000abcde';
      };
      const extra = Object.fromEntries(
        rows.flatMap(({ name }) => [
          [name, values(name)],
          [camelCase(name), values(name)],
        ]),
      );
      expect(Object.keys(extra).length).toBeGreaterThan(50);
      const own = fieldsOf(endpoint.body);
      for (const name of own) delete extra[name];
      const privileges = { role: 'superuser', isAdmin: true, permissions: ['*'], userId: 'x' };
      const answer = await send(endpoint, { ...extra, ...privileges, ...rightBody(endpoint) });
      expect(answer.statusCode, answer.body).toBe(201);
      const stored: string[] = [];
      const tables = ['causes', 'users', 'checkouts', 'donations', 'nominations', 'account_tokens'];
      for (const table of tables) {
        const found = await sql<{ text: string }>`
          select t::text as text from ${sql.table(table)} as t`.execute(testApp.db);
        stored.push(...found.rows.map(({ text }) => text).filter((text) => planting.test(text)));
      }
      for (const bar of ['V3', 'A3']) {
        const extraFields = Object.keys(extra).length + 4;
        recordFigures(bar, { calls: 1, 'extra fields': extraFields, stored: stored.length });
      }
      expect(stored).toEqual([]);
      const nominations = await testApp.db.selectFrom('nominations').selectAll().execute();
      for (const { isAccepted, isRejected, isCompleted } of nominations) {
        expect([isAccepted, isRejected, isCompleted]).toEqual([false, false, false]);
      }
    },
  );
});

describe('SQL that somebody sends is treated as text', () => {
  const openings = [
    "'",
    '"',
    "')",
    "'))",
    '1',
    '\\',
    '$1',
    '/*',
    "';",
    '%',
    "e'\\'",
    '$$',
    '||',
    "\\'",
    ')',
  ];
  const statements = ['or 1=1 --', 'or pg_sleep(100) is null --', 'union select 1 --'];
  statements.push('; drop table causes --', '; select pg_sleep(100) --', "|| (select '') ||", '#');
  statements.push(
    'and 1=(select 1/0) --',
    'order by 99 --',
    "like '%",
    ' in (',
    '::int',
    '--',
    ';',
  );
  const payloads = statements
    .flatMap((statement) => openings.map((opening) => `${opening} ${statement}`))
    // Spread over all of them: 13 is coprime to their number.
    .map((_, index, every) => every[(index * 13) % every.length] ?? '')
    .slice(0, repeats({ change: 4, release: 200 }));

  /** Sends every payload in every field, and fails with all that was not answered as expected. */
  async function inject(
    endpoints: readonly Endpoint[],
    fieldsIn: (endpoint: Endpoint) => string[],
    request: (endpoint: Endpoint, field: string, payload: string) => ReturnType<typeof send>,
    expected: number[],
  ): Promise<void> {
    const wrong: string[] = [];
    let [requests, failures] = [0, 0];
    for (const endpoint of endpoints) {
      for (const field of fieldsIn(endpoint)) {
        for (const payload of payloads) {
          const { statusCode, body } = await request(endpoint, field, payload);
          requests++;
          failures += Number(statusCode >= 500);
          if (!expected.includes(statusCode)) {
            wrong.push(`${signature(endpoint)} ${field}: ${payload} → ${statusCode} ${body}`);
          }
        }
      }
    }
    recordFigures('V6', { requests, '5xx': failures });
    expect(wrong).toEqual([]);
  }

  test('in a query', async () => {
    const listing = Object.values(allEndpoints).filter(({ query }) => query);
    const ask = ({ path }: Endpoint, field: string, payload: string) =>
      testApp.request({
        url: `${path}?${new URLSearchParams({ [field]: payload })}`,
        headers: { cookie },
      });
    await inject(listing, ({ query }) => fieldsOf(query), ask, [200, 400]);
  });

  test('in a body', async () => {
    const put = (endpoint: Endpoint, field: string, payload: string) =>
      send(endpoint, { ...rightBody(endpoint), [field]: payload });
    const fieldsIn = (endpoint: Endpoint) => Object.keys(rightBody(endpoint));
    await inject([...creating, sendContactMessage], fieldsIn, put, [200, 201, 400, 409]);
  });

  test('and all tables are still there', async () => {
    const stored = await testApp.db.selectFrom('causes').select('id').execute();
    expect(stored.map(({ id }) => id)).toContain(causeId);
    recordFigures('V6', { 'payloads for each field': payloads.length });
  });
});
