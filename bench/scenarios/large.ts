import { sql } from 'kysely';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { withRights } from '#server/platform/actor.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { fill } from '../support/fill.ts';
import { say, sayTable } from '../support/report.ts';
import { administrator, type BenchServer, databaseKinds, openServer } from '../support/server.ts';
import { inCell, timesOf, timesOfCall } from '../support/times.ts';

export const description =
  'milliseconds of the admin calls, the pages of proof, and the check of the ledger with 100,000 donations, on both databases';

const repetitions = 15;

/** `-- large [DONATIONS] [DATABASE]`: the median and the worst of 15 calls over HTTP, with responses read to their end. */
export async function run([donations = '100000', only]: string[]): Promise<void> {
  const kinds = (await databaseKinds()).filter((kind) => only === undefined || kind === only);
  const table = new Map<string, string[]>();
  for (const kind of kinds) {
    const server = await openServer(kind);
    const startedAt = performance.now();
    const { db } = server.connection;
    await fill(db, { donations: Number(donations), amount: 5_000, availableEvery: 50 });
    say(`${kind}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    for (const [name, path, body] of [...(await proofCalls(server)), ...(await calls(server))]) {
      const cell = inCell(await timesOfCall(server, repetitions, path, body));
      table.set(name, [...(table.get(name) ?? []), cell]);
    }
    const checks = await timesOf(3, () => checkLedger(db));
    const name = 'check of the ledger, hourly';
    table.set(name, [...(table.get(name) ?? []), inCell(checks)]);
    await server.close();
  }
  sayTable(
    ['milliseconds, middle / worst', ...kinds],
    [...table].map(([name, cells]) => [name, ...cells]),
  );
}

/** The call's name, address, and body. */
type Call = [name: string, path: string, body?: object];

async function calls({ connection: { db } }: BenchServer): Promise<Call[]> {
  const { rows } = await sql<{ id: string; createdAt: string }>`
    select id, created_at from donations order by created_at desc, id desc
    offset (select count(*) * 9 / 10 from donations) limit 1`.execute(db);
  const [deep] = rows;
  if (!deep) throw new Error('There are no donations.');
  const cursor = Buffer.from(`${deep.createdAt} ${deep.id}`).toString('base64url');
  return [
    ['donations, first page of 500', '/api/donations'],
    ['donations, page after 90 %', `/api/donations?cursor=${cursor}`],
    ['donations with money left (1 in 50)', '/api/donations?hideFullyAllocated=true'],
    ['donations by the start of an id', `/api/donations?id=${deep.id.slice(0, 8)}`],
    ['one donation', `/api/donations/${deep.id}`],
    ['nominations, first page of 500', '/api/nominations'],
    ['nominations by name, rare', '/api/nominations?nominee=ominee%209999'],
    ['nominations by name, none', '/api/nominations?nominee=nobody'],
    ['nominations by status', '/api/nominations?status=pending'],
    ['causes with their counts', '/api/causes'],
    ['dashboard', '/api/dashboard'],
    ['what waits for the team', '/api/desk'],
    ['money without proof, first page of 500', '/api/proof'],
    ['how much money is without proof', '/api/proof/summary'],
    ['what retention would remove', '/api/privacy/retention'],
    ['money of the last 24 months, for the dashboard', '/api/money-months?span=24'],
    ['money of all months', '/api/money-months?span=all'],
    ['donors, first page', '/api/donors'],
    ['audit trail, first page', '/api/audit'],
    ['search: a name that everybody has', '/api/search?text=grace'],
    ['search: an email address', '/api/search?text=grace4711%40example.com'],
    ['search: an amount that everybody gave', '/api/search?text=%2450'],
    ['search: the number of a receipt', '/api/search?text=2026-000123'],
    ['search: nobody', '/api/search?text=xqzwv'],
    ['where all money is', '/api/impact'],
    ['published needs', '/api/impact/needs'],
  ];
}

/**
 * The pages that show what donations did: a published need that a thousand donations paid for, and one of these
 * donations.
 */
async function proofCalls({ connection: { db }, mailer }: BenchServer): Promise<Call[]> {
  const actor = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'roles'])
    .where('email', '=', administrator.email)
    .executeTakeFirstOrThrow();
  const donations = await db
    .selectFrom('donations')
    .select(['id', 'causeId'])
    .whereRef('allocatedCents', '<', 'amountCents')
    .orderBy('createdAt')
    .limit(1_000)
    .execute();
  const [first] = donations;
  if (!first) throw new Error('There is no donation to allocate.');
  const need = await db
    .selectFrom('nominations')
    .select('id')
    .where('causeId', '=', first.causeId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for (const { id: donationId } of donations) {
    const input = { donationId, nominationId: need.id, amount: 100 };
    await allocate(db, withRights(actor), input, null, mailer.settings);
  }
  await sql`insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
    select id, nominee, 'A furnace', 'It was cold.', true, now() from nominations
    order by id = ${need.id} desc, id limit 500`.execute(db);
  const token = newToken();
  await db
    .insertInto('donationLinks')
    .values({ tokenHash: hashToken(token), donationId: first.id, isViewOnly: false })
    .execute();
  return [
    ['one need with 1,000 donations', `/api/impact/needs/${need.id}`],
    ["a donor's page", '/api/donation-page', { token }],
  ];
}
