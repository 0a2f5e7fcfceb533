import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { vacuum, write } from '../support/fill.ts';
import { say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';
import { inCell, timesOfCall } from '../support/times.ts';

export const description =
  'milliseconds of each kind of search among 1,000,000 donors, on both databases';

const repetitions = 15;

/** `-- search [DONORS] [DATABASE]`: the median and the worst of 15 calls over HTTP, with responses read to their end. */
export async function run([donors = '1000000', only]: string[]): Promise<void> {
  const kinds = (await databaseKinds()).filter((kind) => only === undefined || kind === only);
  const table = new Map<string, string[]>();
  for (const kind of kinds) {
    const server = await openServer(kind);
    const startedAt = performance.now();
    await fillDonors(server.connection.db, Number(donors));
    say(`${kind}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    for (const [name, path] of await calls(server)) {
      const cell = inCell(await timesOfCall(server, repetitions, path));
      table.set(name, [...(table.get(name) ?? []), cell]);
    }
    await server.close();
  }
  sayTable(
    ['milliseconds, middle / worst', ...kinds],
    [...table].map(([name, cells]) => [name, ...cells]),
  );
}

const list = (words: string[]) => sql.raw(`(array['${words.join("','")}'])`);
const firstNames = list(
  'Olivia Noah Emma Liam Ava James Sofia Ethan Mia Lucas Nina Henry Zoe Samuel Ruth Isaac Li José'.split(
    ' ',
  ),
);
const syllables = list(
  'ben nett ri vera pa tel kim fos ter hug hes cas til lo mor gan we ber jen sen bro oks ta na'.split(
    ' ',
  ),
);
const hosts = list(['gmail.com', 'gmail.com', 'outlook.com', 'example.org', 'mail.example']);

/** Donors with a donation each, in a few statements. Nothing here moves money, so there is no ledger. */
async function fillDonors(db: Db, donors: number): Promise<void> {
  const part = (from: number) =>
    sql`${syllables}[1 + (${sql.raw(`('x' || substr(md5('n' || n), ${from}, 4))::bit(16)::int % 24`)})]`;
  const first = sql`${firstNames}[1 + n * 7 % 18]`;
  const last = sql`initcap(${part(1)} || ${part(5)} || ${part(9)})`;
  const id = (what: string) =>
    sql.raw(`(lpad(to_hex(1790000000000 - n::bigint * 30000), 12, '0') || '7'
      || substr(md5('${what} ' || n), 1, 3) || '8' || substr(md5('${what} ' || n), 4, 15))::uuid`);
  const moment = sql`now() - n * interval '30 seconds'`;
  const cause = '01990000-0000-7000-8000-000000000001';
  await write(db, sql`insert into causes (id, name) values (${cause}, 'Heating')`);
  // A million donations in one transaction would change the counts of their cause a million times.
  await write(db, sql`alter table donations disable trigger user`);
  const batch = 100_000;
  for (let from = 0; from < donors; from += batch) {
    const rows = sql.raw(
      `from generate_series(${from}, ${Math.min(from + batch, donors) - 1}) as n`,
    );
    await write(
      db,
      sql`insert into donors (id, created_at, last_donation_at, first_name, last_name, email)
      select ${id('donor')}, ${moment}, ${moment}, ${first}, ${last},
        lower(${part(1)} || ${part(13)} || n) || '@' || ${hosts}[1 + n % 5] ${rows}`,
    );
    await write(
      db,
      sql`insert into checkouts (id, status, cause_id, amount_cents, provider, is_real, request_hash, expires_at)
      select ${id('donation')}, 'paid', ${cause}, 100, 'test', false, '', now() ${rows}`,
    );
    await write(
      db,
      sql`insert into donations (id, source, checkout_id, provider, received_on, donor_id, created_at, payment_intent_id, cause_id, amount_cents, is_real,
        description, is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
      select ${id('donation')}, 'online', ${id('donation')}, 'test', (${moment})::date, ${id('donor')}, ${moment}, 'pi_' || n, ${cause},
        case when n % 3 = 0 then 5000 else 100 + n % 90000 end, false, '', false, 'A', 'B', 'c', '1', '1' ${rows}`,
    );
  }
  await write(db, sql`alter table donations enable trigger user`);
  await vacuum(db);
}

/** The call's name and address. */
type Call = [name: string, path: string];

async function calls({ connection: { db } }: BenchServer): Promise<Call[]> {
  const { rows } = await sql<{ id: string; lastName: string; email: string; createdAt: string }>`
    select donations.id, donors.last_name, donors.email, donations.created_at
    from donations join donors on donors.id = donor_id order by donations.created_at
    offset (select count(*) / 3 from donations) limit 1`.execute(db);
  const [one] = rows;
  if (!one) throw new Error('There are no donations.');
  const search = (name: string, text: string): Call => [
    name,
    `/api/donors?limit=50&search=${encodeURIComponent(text)}`,
  ];
  return [
    ['all donors', '/api/donors?limit=50'],
    search('a whole name', `Olivia ${one.lastName}`),
    search('part of a name', one.lastName.slice(2, 8)),
    search('a first name that 1 in 18 has', 'olivia'),
    search('a name of two letters', 'li'),
    search('a host that 2 in 5 have', 'gmail.com'),
    search('a first name and a host', 'noah gmail'),
    search('part of an address', one.email.slice(3, 14)),
    search('a whole address', one.email),
    search('nobody', 'xqzwv'),
    search('an amount that 1 in 3 gave', '$50'),
    search('an amount that few gave', '$899.99'),
    search('an amount that nobody gave', '$9,999.99'),
    search('a day', one.createdAt.slice(0, 10)),
    search('a day without donations', '1999-01-01'),
    search('the ID of a donation', one.id),
    search('the start of an ID', one.id.slice(0, 12)),
    search('the ID of a payment', 'pi_4711'),
    ['donations, largest first', '/api/donations?limit=50&order=largest'],
    [
      'donations, smallest first, with money left',
      '/api/donations?limit=50&order=smallest&hideFullyAllocated=true',
    ],
    ['donations, oldest first', '/api/donations?limit=50&order=oldest'],
  ];
}
