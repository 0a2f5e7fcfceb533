import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { vacuum, write } from '../support/fill.ts';
import { say, sayTable } from '../support/report.ts';
import { type BenchServer, databaseKinds, openServer } from '../support/server.ts';
import { inCell, timesOfCall } from '../support/times.ts';

export const description =
  'milliseconds of each kind of search, for donors and for everything, among 1,000,000 donors, on both databases';

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
  const names = { first, last, id, moment, cause };
  for (const statement of whatElseIsFound(donors, names)) await write(db, statement);
  await vacuum(db);
}

interface Columns {
  first: RawBuilder<unknown>;
  last: RawBuilder<unknown>;
  id: (what: string) => RawBuilder<unknown>;
  moment: RawBuilder<unknown>;
  cause: string;
}

/** What the search of the whole admin area looks through besides: as many as so many donors may bring about. */
function whatElseIsFound(donors: number, { first, last, id, moment, cause }: Columns) {
  const every = (step: number) => sql.raw(`from generate_series(0, ${donors - 1}, ${step}) as n`);
  const amount = sql`100 + n * 13 % 90000`;
  const someone = sql`(select id from users limit 1)`;
  const account = '01990000-0000-7000-8000-000000000002';
  const statement = '01990000-0000-7000-8000-000000000003';
  return [
    sql`insert into nominations (id, created_at, cause_id, nominee, description, first_name, last_name, email, phone, zip, is_accepted)
      select ${id('nomination')}, ${moment}, ${cause}, ${first} || ' ' || ${last}, '', 'A', 'B', 'n' || n || '@example.org', '1', '1', true ${every(10)}`,
    sql`insert into expenses (id, nomination_id, payee, paid_on, amount_cents, purpose, receipt_kind)
      select ${id('expense')}, ${id('nomination')}, ${last} || ' & Sons', (${moment})::date, ${amount}, 'A furnace', 'vendor_receipt' ${every(20)}`,
    sql`insert into donation_receipt_years (year, last_serial) values (2026, ${donors})`,
    sql`insert into donation_receipts (id, created_at, year, serial, number, donation_id, amount_cents, goods_cents, donor_name, donor_address, profile, received_on, issued_on, issued_by, document, pdf_key, pdf_bytes, pdf_sha256)
      select ${id('receipt')}, ${moment}, 2026, 1 + n, '2026-' || lpad((1 + n)::text, 6, '0'), ${id('donation')}, 100, 0, ${first} || ' ' || ${last}, '', 'us',
        (${moment})::date, (${moment})::date, 'system', '{}', 'bench/' || n, 1, '' ${every(5)}`,
    sql`insert into bank_accounts (id, name) values (${account}, 'Checking')`,
    sql`insert into bank_statements (id, account_id, sha256, position, format, file_name, first_day, last_day, opening_cents, closing_cents, imported_by)
      values (${statement}, ${account}, '', 0, 'csv', 'a.csv', '2020-01-01', '2026-01-01', 0, 0, ${someone})`,
    sql`insert into bank_lines (id, account_id, statement_id, identity, booked_on, cents, text, counterparty, counterparty_account, is_reversal)
      select ${id('line')}, ${account}, ${statement}, n::text, (${moment})::date, (${amount}) * (1 - n / 10 % 2 * 2), 'Invoice ' || n, ${first} || ' ' || ${last}, '', false ${every(10)}`,
    sql`insert into deposits (id, created_at, title, expected_count, expected_cents, counted_by)
      select ${id('deposit')}, ${moment}, 'Checks of week ' || n, 1, 100, ${someone} ${every(200)}`,
    sql`insert into deposit_lines (id, deposit_id, position, kind, cents, received_on, check_number, cause_id, first_name, last_name, email, note)
      select gen_random_uuid(), ${id('deposit')}, position, 'check', 100, (${moment})::date, (n + position)::text, ${cause}, ${first}, ${last}, '', ''
      ${every(200)} cross join generate_series(0, 9) as position`,
    sql`insert into plans (id, created_at, started_at, donor_id, cause_id, amount_cents, interval, state, subscription_id, customer_id)
      select ${id('donation')}, ${moment}, ${moment}, ${id('donor')}, ${cause}, 100, 'monthly', 'active', 'sub_' || n, 'cus_' || n ${every(50)}`,
    sql`insert into volunteer_offers (id, created_at, first_name, last_name, email, phone)
      select ${id('offer')}, ${moment}, ${first}, ${last}, 'v' || n || '@example.org', '555-' || n ${every(100)}`,
  ];
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
  const everything = (name: string, text: string): Call => [
    `everything: ${name}`,
    `/api/search?text=${encodeURIComponent(text)}`,
  ];
  return [
    everything('a whole name', `Olivia ${one.lastName}`),
    everything('part of a name', one.lastName.slice(2, 8)),
    everything('a first name that 1 in 18 has', 'olivia'),
    everything('a name of two letters', 'li'),
    everything('two letters that nobody has', 'xq'),
    everything('a host that 2 in 5 have', 'gmail.com'),
    everything('two words that nobody has both of', 'noah gmail'),
    everything('a whole address', one.email),
    everything('nobody', 'xqzwv'),
    everything('an amount that 1 in 3 gave', '$50'),
    everything('an amount that few gave', '$899.99'),
    everything('a number', '405'),
    everything('a digit', '5'),
    everything('a day', one.createdAt.slice(0, 10)),
    everything('the ID of a payment', 'pi_4711'),
    everything('the number of a receipt', '2026-000121'),
    everything('the reference of a nomination', 'K7M-4RX'),
    everything('junk', `' or 1=1; -- %_\\ 😀`),
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
