import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPaths } from '#contract/admin-pages.ts';
import type { ErasureId, UserId } from '#contract/ids.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Connection } from '#server/platform/db/connect.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { createVault } from '#server/platform/security/vault.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { addSettingsVersion } from '#server/platform/site-settings/settings-versions.ts';
import { readArchive } from '#server/privacy/archive.ts';
import { openArchive } from '#server/privacy/commands.ts';
import {
  auditColumns,
  type ColumnRule,
  dataMap,
  type TableRule,
} from '#server/privacy/data-map.ts';
import { beginErasure, erase } from '#server/privacy/erase.ts';
import { eraseAgain } from '#server/privacy/erasures-file.ts';
import { hashAddress } from '#server/privacy/hash-address.ts';
import { getPerson } from '#server/privacy/queries.ts';
import { runRetention } from '#server/privacy/retention.ts';
import { everyAddress, findScope, isNobody } from '#server/privacy/scope.ts';
import { queues } from '#server/workers.ts';
import { openTestDatabase } from '#test/support/database.ts';

/*
 * Somebody stands in every column of every table of the data map, by the schema and not by a story, so that a new column
 * is among them. The rows are no rows that the site would write: checks and foreign keys are dropped, and triggers sleep
 * while they are planted. While they are erased, every trigger is awake.
 */

type Sql = RawBuilder<unknown>;
const textOf = (at: Sql) => at.toOperationNode().sqlFragments.join('');

interface Person {
  id: string;
  /** Each of their names, and what else they typed. */
  mark: string;
  address: string;
  /** As of when everything of them is. */
  at: string;
}

interface Column {
  table: string;
  name: string;
  type: string;
}

const tables: Record<string, Pick<TableRule, 'columns' | 'addresses' | 'rowsLeave'>> = {
  ...dataMap,
  audit_entries: { columns: auditColumns },
};

let connection: Connection;
let columns: Column[];
let boss: PgBoss;
let mailer: Mailer;
let dataDir: string;

beforeAll(async () => {
  connection = await openTestDatabase();
  const { db } = connection;
  dataDir = await mkdtemp(join(tmpdir(), 'everycent-test-'));
  const config = readConfig({ DATA_DIR: dataDir, TEAM_EMAIL: 'team@example.org' });
  boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
  mailer = createMailer(boss, config, await openSettings(db, config), teamAddresses);
  expect(await checksThatNameNobody()).toEqual(keptEmptyByChecks);
  const { rows: constraints } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f')`.execute(db);
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(name)}`.execute(
      db,
    );
  }
  const { rows } = await sql<Column>`
    select relname as table, attname as name, format_type(atttypid, null) as type from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
    where attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and relname = any(${Object.keys(tables)})
    order by relname, attnum`.execute(db);
  columns = rows;
});

afterAll(async () => {
  await boss?.stop({ graceful: false });
  await connection?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The lines of which the database itself says that they name nobody once they have a donation. */
const keptEmptyByChecks = ['deposit_lines', 'import_lines'];

async function checksThatNameNobody(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'c' and conrelid::regclass::text = any(${keptEmptyByChecks})
      and pg_get_constraintdef(oid) ~ 'donation_id IS NULL.*(donation IS NULL|email)'
    order by 1`.execute(connection.db);
  return rows.map(({ table }) => table);
}

const json = (value: object): Sql => sql`${JSON.stringify(value)}::jsonb`;
const about = ({ mark, address }: Person) => `As ${mark} ${mark} of ${address} said.`;
const typed = ({ mark, address }: Person) => ({
  firstName: mark,
  lastName: mark,
  email: address,
  phone: mark,
  zip: mark,
  description: mark,
});

const recipient = ({ mark, address }: Person) => ({ name: mark, email: address });

/** What has to be something else than a mark, each with its reason. */
const others: Record<string, (person: Person) => Sql> = {
  // The database has nobody in such a line: `keptEmptyByChecks`.
  'deposit_lines.donation_id': () => sql`null`,
  'import_lines.donation_id': () => sql`null`,
  // With it the nominee would be a part of the accounts, and stay.
  'expenses.nomination_id': () => sql`gen_random_uuid()`,
  // Somebody who was not erased yet, and is a record of their own.
  'donors.erased_at': () => sql`null`,
  'nominations.erased_at': () => sql`null`,
  'donors.joined_into': () => sql`null`,
  // Of one that was taken back, an archive says no more than that.
  'donor_changes.taken_back_at': () => sql`null`,
  // Of mail to an address that was never theirs, too.
  'donor_mails.recipient': ({ address }) => sql`${address}`,
  // One that left was not stopped.
  'dedications.sent_at': () => sql`null`,
  // One that the provider has not ended yet stands in the way, as it should.
  'plans.stop_requested_at': () => sql`null`,
  // What a program reads.
  'nominations.reference': () => sql`'4KM-7WX'`,
  'nominations.vetting_state': () => sql`'dormant'`,
  'causes.cause_state': () => sql`'open'`,
  'files.kind': () => sql`'paper'`,
  'files.created_by': () => sql`null`,
  'imports.state': () => sql`'checking'`,
  'audit_entries.subject_id': ({ id }) => sql`${id}`,
};

/** The charity's own texts, wherever they stand in its settings. */
const settingsOf = (person: Person) => ({
  howWeWork: about(person),
  nominees: { otherHelp: about(person) },
  receipts: {
    texts: { withoutGoods: about(person), withGoods: about(person), closing: about(person) },
  },
});

/** Documents with an address in them, which a program reads. */
const documents: Record<string, (person: Person) => object> = {
  'checkouts.details': typed,
  'checkouts.wishes': (person) => ({
    dedication: { honoree: person.mark, message: person.mark, recipient: recipient(person) },
    comment: person.mark,
    employer: person.mark,
  }),
  'plans.details': typed,
  'settings_versions.before': settingsOf,
  'settings_versions.after': settingsOf,
  'import_lines.donation': ({ mark, address }) => ({
    firstName: mark,
    lastName: mark,
    email: address,
    phone: mark,
    zip: mark,
    note: mark,
  }),
  'dead_mails.mail': (person) => ({
    to: person.address,
    replyTo: person.address,
    subject: person.mark,
    text: about(person),
  }),
};

function isMentioned(rule: ColumnRule | undefined): boolean {
  return rule?.is === 'mentions' || (rule !== undefined && 'mayMention' in rule);
}

/** What a column of somebody else says of a person where anybody can type a text, which may be in a document. */
function mentioning(column: Column, owner: Person, person: Person): Sql {
  const { table, name, type } = column;
  const document = documents[`${table}.${name}`];
  const rule = tables[table]?.columns[name];
  if (document && (rule?.is === 'replaced' || (rule?.is === 'mentions' && rule.at))) {
    const texts = [
      ...['description', 'note', 'message', 'comment'],
      ...['howWeWork', 'otherHelp', 'withoutGoods', 'withGoods', 'closing'],
    ];
    const text = JSON.stringify(document(owner));
    return json(JSON.parse(text, (key, value) => (texts.includes(key) ? about(person) : value)));
  }
  return type === 'jsonb' ? json({ text: about(person) }) : sql`${about(person)}::text`;
}

/** What somebody has in a column: their address where one belongs, and else the mark, in whatever type it has. */
function planted(column: Column, person: Person, mentioned?: Person): Sql {
  const { table, name, type } = column;
  if (mentioned && isMentioned(tables[table]?.columns[name])) {
    return mentioning(column, person, mentioned);
  }
  const other = others[`${table}.${name}`];
  if (other) return other(person);
  const document = documents[`${table}.${name}`];
  if (document) return json(document(person));
  const rule = tables[table];
  const isAddress = rule?.addresses?.some((at) => textOf(at) === name) ?? false;
  const text = isAddress
    ? person.address
    : isMentioned(rule?.columns[name])
      ? about(person)
      : person.mark;
  const values: Record<string, Sql> = {
    uuid: sql`${person.id}::uuid`,
    'uuid[]': sql`array[${person.id}::uuid]`,
    text: sql`${text}::text`,
    'text[]': sql`array[${text}]::text[]`,
    jsonb: json({ text }),
    bytea: sql`convert_to(${text}, 'utf8')`,
    character: sql`'USD'`,
    tsvector: sql`to_tsvector('simple', ${text})`,
    boolean: sql`false`,
    smallint: sql`1`,
    integer: sql`1`,
    'integer[]': sql`array[1]`,
    bigint: sql`1`,
    'double precision': sql`1`,
    numeric: sql`1`,
    date: sql`${person.at}::timestamptz::date`,
    'timestamp with time zone': sql`${person.at}::timestamptz`,
  };
  const value = values[type];
  if (!value) throw new Error(`What is to be planted in ${table}.${name}, of type ${type}?`);
  return value;
}

/** Plants somebody in these tables, and nobody else in any, while no trigger looks. */
async function plant(person: Person, into = Object.keys(tables)): Promise<void> {
  await connection.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of Object.keys(tables)) {
      await sql`delete from ${sql.table(table)}`.execute(trx);
    }
    await insert(trx, into, (column) => planted(column, person));
  });
}

async function insert(trx: Trx, into: string[], value: (column: Column) => Sql): Promise<void> {
  for (const table of into) {
    const own = columns.filter((column) => column.table === table);
    const names = own.map(({ name }) => sql.id(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(own.map(value))})`.execute(
      trx,
    );
  }
}

function somebody(at = new Date().toISOString()): Person {
  const id = newId();
  const mark = `kowalczyk${id.slice(-8)}`;
  return { id, mark, address: `${mark}@example.com`, at };
}

/** Where something of somebody is: every column of every table of the map, with the columns that are computed. */
async function placesOf({ mark }: Person): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(tables)) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(found_row)::text as row from ${sql.table(table)} as found_row`.execute(
      connection.db,
    );
    for (const { row } of rows) {
      for (const [name, value] of Object.entries(JSON.parse(row))) {
        const text = JSON.stringify(value)?.toLowerCase() ?? '';
        const bytes = Buffer.from(mark).toString('hex');
        if (text.includes(mark) || text.includes(bytes)) found.push(`${table}.${name}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

const inOne = <Result>(work: (trx: Trx) => Promise<Result>) =>
  connection.db.transaction().execute(work);

const eraseNow = ({ address }: Pick<Person, 'address'>, isConfirmed = true) =>
  inOne(async (trx) => {
    await beginErasure(trx);
    const scope = await findScope(trx, { addresses: [address] });
    await erase(trx, scope, {
      id: newId<ErasureId>(),
      actor: 'system',
      action: 'privacy.erased',
      reason: 'request',
      hashes: [],
      isConfirmed,
    });
  });

const isGone = ({ address }: Person) =>
  inOne(async (trx) => isNobody(trx, await findScope(trx, { addresses: [address] })));

/** The columns of which the map says this. One that is computed from others has nothing to keep. */
function columnsThat(...kinds: ColumnRule['is'][]): string[] {
  return Object.entries(tables).flatMap(([table, { columns: rules }]) =>
    Object.entries(rules)
      .filter(([, { is }]) => kinds.includes(is))
      .map(([name]) => `${table}.${name}`),
  );
}

/** Whether it holds a mark of its own: what is computed from other columns does not. */
function isPlanted(path: string): boolean {
  return columns.some(({ table, name }) => path === `${table}.${name}`);
}

const isIn = (table: string, path: string) => path.startsWith(`${table}.`);
const theirs = Object.entries(dataMap).filter(
  ([, rule]) => rule.rows !== undefined || rule.addresses !== undefined,
);

/** What of a person's an archive does not have, with the reason. */
const notInArchive = [
  // What the team thinks of a nominee is none of the nominator's business.
  'nomination_decisions.note',
  // A file names others, too: its lines and addresses are in the archive.
  ...Object.keys(dataMap.imports?.columns ?? {}).map((name) => `imports.${name}`),
];

test('an archive has every column of somebody, and an erasure leaves nothing in any, whoever planted it', async () => {
  const person = somebody();
  await plant(person);
  expect(await isGone(person)).toBe(false);
  expect(await everyAddress(connection.db)).toContain(person.address);

  const archives = {
    own: await readArchive(connection.db, person.address),
    ofNominee: await readArchive(connection.db, '4KM-7WX'),
  };
  const missing = theirs.flatMap(([table, { isOfNominee, columns: rules }]) => {
    const { sections } = isOfNominee ? archives.ofNominee : archives.own;
    const rows = sections.find((section) => section.table === table)?.rows ?? [];
    return Object.entries(rules)
      .filter(([, { is }]) => ['gone', 'replaced', 'mentions', 'kept'].includes(is))
      .map(([name]) => ({ name, path: `${table}.${name}` }))
      .filter(({ name, path }) => !notInArchive.includes(path) && !rows.some((row) => name in row))
      .map(({ path }) => path);
  });
  expect(missing).toEqual([]);

  const { stays: sentences } = await getPerson(
    connection.db,
    { id: person.id as UserId, allowed: ['privacy.write'] } as TeamMember,
    person.address,
    { timeZone: 'UTC', sealKey: Buffer.alloc(32) },
  );
  const unsaid = Object.entries(dataMap).flatMap(([table, { title, columns: rules }]) =>
    Object.entries(rules)
      .filter(([name, rule]) => {
        if (rule.is !== 'kept' || !isPlanted(`${table}.${name}`)) return false;
        return !sentences.some((said) => said.startsWith(title) && said.endsWith(`: ${rule.why}.`));
      })
      .map(([name]) => `${table}.${name}`),
  );
  expect(unsaid).toEqual([]);

  await eraseNow(person);
  const left = await placesOf(person);
  const stays = columnsThat('nothing', 'kept', 'team', 'secret');
  expect(left.filter((path) => !stays.includes(path))).toEqual([]);
  const leave = theirs.filter(([, { rowsLeave }]) => rowsLeave).map(([table]) => table);
  expect(left.filter((path) => leave.some((table) => isIn(table, path)))).toEqual([]);
  // What the preview says that stays, does.
  expect(columnsThat('kept').filter((path) => isPlanted(path) && !left.includes(path))).toEqual([]);
  expect(await isGone(person)).toBe(true);
  expect(await everyAddress(connection.db)).not.toContain(person.address);
});

/** What is about whoever a row belongs to, and is no text in which anybody else could be mentioned. */
const aboutTheirOwn = [
  ...['first_name', 'last_name', 'formerly', 'nominee', 'public_name', 'shown_name', 'title'],
  ...['email', 'phone', 'zip', 'postal_address', 'house', 'address', 'postcode'],
  // Whom somebody named, and who agreed: both stay with what they are about.
  ...['recipient', 'recipient_name', 'recipient_email', 'adviser_name', 'adviser_email'],
  ...['honoree', 'given_by', 'consent_by'],
  // Nobody types these.
  ...['card_brand', 'card_last4', 'card_expires', 'last_failure_code', 'stopped_why', 'network'],
  ...['nominee_knows', 'request_hash', 'storage_key', 'state', 'problem'],
  ...['erased_at', 'queued_at', 'left_out_at', 'is_rejected', 'revision'],
  'is_available_to_volunteer_time',
];

test('every text in which somebody else may be mentioned says so', () => {
  const without = Object.entries(dataMap).flatMap(([table, { columns: rules }]) =>
    Object.entries(rules)
      .filter(([, rule]) => rule.is === 'gone' || rule.is === 'replaced')
      .filter(([name, rule]) => !isMentioned(rule) && !aboutTheirOwn.includes(name))
      .map(([name]) => `${table}.${name}`),
  );
  expect(without).toEqual([]);
});

test('an erasure leaves nothing of somebody in the rows of others, and takes nothing else of theirs', async () => {
  const [person, other] = [somebody(), somebody()];
  await plant(person, ['donors']);
  const into = Object.keys(dataMap);
  await connection.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await insert(trx, into, (column) => planted(column, other, person));
  });
  const ofOther = await placesOf(other);
  const named = columns
    .filter(({ table, name }) => isMentioned(dataMap[table]?.columns[name]))
    .map(({ table, name }) => `${table}.${name}`);
  expect(await placesOf(person)).toEqual(expect.arrayContaining(named));
  const user = { id: person.id as UserId, allowed: ['privacy.write'] } as TeamMember;
  const read = (who: string) =>
    getPerson(connection.db, user, who, { timeZone: 'UTC', sealKey: Buffer.alloc(32) });
  const { mentions } = await read(person.address);
  const titles = Object.entries(dataMap).flatMap(([table, { title }]) =>
    named.some((path) => isIn(table, path)) ? [title] : [],
  );
  expect(mentions.map(({ title }) => title).sort()).toEqual(titles.sort());
  expect(mentions.filter(({ shown }) => shown > 0)).toEqual([
    { title: 'Descriptions of causes', rows: 1, shown: 1 },
    { title: 'Texts in the settings, and in their versions', rows: 1, shown: 1 },
    { title: 'Updates', rows: 1, shown: 1 },
  ]);
  await eraseNow(person);
  expect(await placesOf(person)).toEqual([]);
  const kept = await placesOf(other);
  // Triggers are awake now, and compute these anew.
  const computed = ['public_pages.', 'nominations.consent_said'];
  expect(
    ofOther.filter((path) => !kept.includes(path) && !computed.some((one) => path.startsWith(one))),
  ).toEqual([]);
  const told = await connection.db.selectFrom('alerts').select('key').execute();
  expect(told.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      ...[other.id, adminPaths.causes, adminPaths.settings].map((at) => `erased-in-public:${at}`),
    ]),
  );
  expect((await read(person.address)).isNobody).toBe(true);
});

test.each([
  ['İbrahim Yılmaz', 'Call İbrahim Yılmaz.', 'Call [erased].'],
  ['İbrahim Yılmaz', 'Call IBRAHIM YILMAZ.', 'Call [erased].'],
  ['ibrahim yılmaz', 'Call İBRAHİM YILMAZ.', 'Call [erased].'],
  ['Pat O’Brien', "Call Pat O'Brien.", 'Call [erased].'],
  ["Pat O'Brien", 'Call Pat O’Brien or PAT OʼBRIEN.', 'Call [erased] or [erased].'],
  ['José Martínez', 'Call Jose\u0301 Marti\u0301nez.', 'Call [erased].'],
  ['Jose\u0301 Marti\u0301nez', 'Call JOSÉ MARTÍNEZ.', 'Call [erased].'],
  ['José Martínez', 'Call Jose\u0301 Marti\u0301nezson.', 'Call Jose\u0301 Marti\u0301nezson.'],
  [
    'Maria Lopez',
    'Call Maria\nLopez, Maria  Lopez, or Maria\u00a0Lopez.',
    'Call [erased], [erased], or [erased].',
  ],
  ['Maria Lopez', 'Call Marialopez or Maria Lopezson.', 'Call Marialopez or Maria Lopezson.'],
  ['Jim "J" \\ Bo', 'Call Jim "J" \\ Bo.', 'Call [erased].'],
  ['Li Wu', 'Li Wu, Li  Wu', '[…], […]'],
  ['ΣΟΦΟΣ ΠΑΠΠΑΣ', 'Call Σοφός Παππάς.', 'Call [erased].'],
  ['Σοφός Παππάς', 'Call ΣΟΦΟΣ ΠΑΠΠΑΣ or σοφος παππας.', 'Call [erased] or [erased].'],
  ['İbrahim Yılmaz', 'Call i\u0307brahim yılmaz.', 'Call [erased].'],
  ['Ann-Marie Long', 'Call Ann\u2011Marie Long or Ann‐Marie Long.', 'Call [erased] or [erased].'],
  ['Jo Weiß', 'Call Jo Weiss or JO WEISS.', 'Call […] or […].'],
  ['Jo Weisser', 'Call Jo Weißer.', 'Call [erased].'],
  ['Ayşe Çelik', 'Call Ayse Celik, not Ayse Celikson.', 'Call [erased], not Ayse Celikson.'],
  ['Łukasz Øster', 'Call Lukasz Oster or ŁUKASZ ØSTER.', 'Call [erased] or [erased].'],
  ['李 小龙', '我们感谢李小龙的帮助。', '我们感谢[…]的帮助。'],
  ['小龙 李', '我们感谢李小龙。', '我们感谢[…]。'],
  ['김 민수', '김민수는 우리를 도왔다', '[…]는 우리를 도왔다'],
])('%s leaves %j as %j, also in JSON, and no text becomes longer', async (name, text, left) => {
  const [person, other] = [somebody(), somebody()];
  await plant(other, ['donors', 'donor_notes', 'exports']);
  const { db } = connection;
  // Two names that differ from the mark, because what is planted would be found by it.
  const [firstName = '', lastName = ''] = name.split(/ (?=\S+$)/);
  await sql`insert into donors (id, first_name, last_name, email, last_donation_at)
    values (${person.id}, ${firstName}, ${lastName}, ${person.address}, now())`.execute(db);
  await sql`update donor_notes set text = ${text}`.execute(db);
  await sql`update exports set filter = ${JSON.stringify({ search: text })}::jsonb`.execute(db);
  await eraseNow(person);
  const { rows } = await sql<{ text: string; search: string }>`
    select text, filter ->> 'search' as search from donor_notes, exports`.execute(db);
  expect(rows).toEqual([{ text: left, search: left }]);
  expect(left.length).toBeLessThanOrEqual(text.length);
});

describe('what is called like somebody who is erased', () => {
  const donor = (firstName: string, lastName: string) => {
    const { id, address } = somebody();
    return {
      address,
      insert: (trx: Trx) =>
        sql`insert into donors (id, first_name, last_name, email)
          values (${id}, ${firstName}, ${lastName}, ${address})`.execute(trx),
    };
  };
  /** Writes a text into a note, an update that is public, and an alert, each about somebody else. */
  const write = async (text: string) => {
    const [noted, shown] = [somebody(), somebody()];
    await plant(noted, ['donors', 'donor_notes']);
    await inOne(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      const into = ['nominations', 'updates', 'alerts'];
      await insert(trx, into, (column) => planted(column, shown));
      await sql`update nominations set reference = '7WX-4KM'`.execute(trx);
      await sql`update donor_notes set text = ${text}`.execute(trx);
      await sql`update updates set text = ${text}`.execute(trx);
      await sql`update alerts set message = ${text}`.execute(trx);
    });
    return { shown };
  };
  const texts = async () => {
    const { rows } = await sql<{ note: string; update: string }>`
      select donor_notes.text as note, updates.text as update from donor_notes, updates`.execute(
      connection.db,
    );
    return rows[0];
  };
  const alerts = async () => {
    const { rows } = await sql<{ key: string; message: string }>`
      select key, message from alerts where key like '%in-public%' or message like '%School%' or message like '%erased%'`.execute(
      connection.db,
    );
    return rows;
  };

  test('a nominee, and whoever answered for them, are names in what is about that nomination alone', async () => {
    const text = 'School supplies, because her mother is ill.';
    await write(text);
    const person = somebody();
    await inOne(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await insert(trx, ['nominations', 'consents', 'alerts'], (column) =>
        column.name === 'nominee'
          ? sql`'School supplies'`
          : column.name === 'given_by'
            ? sql`'Her mother'`
            : column.name === 'message'
              ? sql`${text}::text`
              : planted(column, person),
      );
    });
    await eraseNow(person);
    expect(await texts()).toEqual({ note: text, update: text });
    expect((await alerts()).map(({ message }) => message).sort()).toEqual([
      text,
      '[erased], because [erased] is ill.',
    ]);
  });

  test('a cause stays what it is', async () => {
    const text = 'Thank you for Warm Homes!';
    await write(text);
    const { address, insert: add } = donor('Warm', 'Homes');
    await inOne(async (trx) => {
      await sql`insert into causes (id, name) values (${newId()}, 'warm homes')`.execute(trx);
      await add(trx);
    });
    await eraseNow({ address });
    expect(await texts()).toEqual({ note: text, update: text });
    await sql`delete from causes where name = 'warm homes'`.execute(connection.db);
  });

  test('the nominee of another nomination keeps the name in what is about them', async () => {
    const text = 'Maria Lopez needs a stove.';
    await write(text);
    const { address, insert: add } = donor('Maria', 'Lopez');
    await inOne(async (trx) => {
      await sql`update nominations set nominee = 'MARIA LOPEZ'`.execute(trx);
      await add(trx);
    });
    const user = { id: newId<UserId>(), allowed: ['privacy.write'] } as TeamMember;
    const read = { timeZone: 'UTC', sealKey: Buffer.alloc(32) };
    expect((await getPerson(connection.db, user, address, read)).stays).toContainEqual(
      expect.stringContaining('whose nominee is called the same'),
    );
    await eraseNow({ address });
    expect(await texts()).toEqual({ note: '[erased] needs a stove.', update: text });
  });

  test('a public text loses a name only if a person has seen it, and else somebody is asked to look', async () => {
    const { address, insert: add } = donor('Thank', 'You');
    const { shown } = await write(`Thank you so much! ${address}`);
    await inOne(add);
    await eraseNow({ address }, false);
    const left = 'Thank you so much! [erased]';
    expect(await texts()).toEqual({ note: '[erased] so much! [erased]', update: left });
    expect((await alerts()).map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        `erased-in-public:${shown.id}`,
        `maybe-erased-in-public:${shown.id}`,
      ]),
    );
    expect(JSON.stringify(await alerts())).not.toContain('You so much');
  });
});

test('a stored answer with a name in two fields, or with a row of theirs, is forgotten, and nothing is done again', async () => {
  const [person, other] = [somebody(), somebody()];
  await plant(person, ['donors']);
  // A former name would be one word here.
  await sql`update donors set formerly = ''`.execute(connection.db);
  const name = { firstName: person.mark, lastName: person.mark };
  let done = 0;
  const call = (key: string, response: object) =>
    oncePerKey(connection.db, { key, scope: 'test', request: {} }, async () => {
      done += 1;
      return response;
    });
  const answers: [string, object][] = [
    ['named', { lines: [{ note: '', ...name, amount: 1 }] }],
    ['row', { id: person.id }],
    ['other', { id: other.id, lines: [{ ...name, lastName: other.mark }] }],
  ];
  for (const [key, response] of answers) await call(key, response);
  await eraseNow(person);
  for (const key of ['named', 'row']) {
    await expect(call(key, {})).rejects.toThrow('This was done before and is not done again.');
  }
  expect(await call('other', {})).toMatchObject({ id: other.id });
  expect(done).toBe(3);
});

test('whoever only stands in texts of others is found by their address, erased there, and again after a restore', async () => {
  const [person, other] = [somebody(), somebody()];
  const address = `ann.${person.address}`;
  await plant(other, ['donors', 'donor_notes']);
  const write = () =>
    sql`update donor_notes set text = ${`Her mother,\n${address}, pays.`}`.execute(connection.db);
  await write();
  const user = { id: person.id as UserId, allowed: ['privacy.write'] } as TeamMember;
  const read = () =>
    getPerson(connection.db, user, address, { timeZone: 'UTC', sealKey: Buffer.alloc(32) });
  const found = await read();
  expect(found).toMatchObject({ isNobody: false, holdings: [] });
  expect(found.mentions).toEqual([{ title: 'Notes of the team', rows: 1, shown: 0 }]);
  expect(found.stays[0]).toMatch(/we know only this address/);
  const text = async () =>
    (await connection.db.selectFrom('donorNotes').select('text').execute())[0]?.text;
  await eraseNow({ ...person, address });
  expect(await text()).toBe('Her mother,\n[erased], pays.');
  expect((await read()).isNobody).toBe(true);
  await write();
  const key = Buffer.alloc(32, 1);
  const filed = {
    id: newId(),
    at: person.at,
    reason: 'request' as const,
    donors: [],
    nominations: [],
    addresses: [hashAddress(address, key)],
  };
  expect(await eraseAgain(connection.db, [filed], [key])).toBe(1);
  expect(await text()).toBe('Her mother,\n[erased], pays.');
});

test('a restore erases again whoever was erased since, wherever they stand', async () => {
  const person = somebody();
  await plant(person);
  const key = Buffer.alloc(32, 1);
  const filed = {
    id: newId(),
    at: person.at,
    reason: 'request' as const,
    donors: [],
    nominations: [],
    addresses: [hashAddress(person.address, key)],
  };
  expect(await eraseAgain(connection.db, [filed], [key])).toBe(1);
  const stays = columnsThat('nothing', 'kept', 'team', 'secret');
  expect((await placesOf(person)).filter((path) => !stays.includes(path))).toEqual([]);
  expect(await isGone(person)).toBe(true);
});

/** What stays with whoever only stands in one of these, because it is about somebody else. */
const ofOthers: Record<string, string[]> = {
  // A donor who has another address by now.
  donor_changes: ['donor_changes.first_name', 'donor_changes.kept', 'donor_changes.last_name'],
  // Whom the donor honors, and not who would be told.
  dedications: ['dedications.honoree'],
};

test.each(
  theirs.flatMap(([table, { addresses = [] }]) => addresses.map((at) => [table, textOf(at)])),
)('somebody who only stands in %s.%s is somebody, until an erasure', async (table = '') => {
  const person = somebody();
  await plant(person, [table]);
  expect(await isGone(person)).toBe(false);
  expect(await everyAddress(connection.db)).toContain(person.address);
  const archive = await readArchive(connection.db, person.address);
  const isFound = archive.sections.some((section) => section.table === table);
  // A former address may be somebody else's by now, whose archive has nothing of the donor.
  expect(isFound).toBe(table !== 'donor_changes');
  await eraseNow(person);
  expect(await isGone(person)).toBe(true);
  // Where they are only mentioned, nobody knows them by more than this address.
  const stays = columnsThat('nothing', 'kept', 'team', 'secret', 'mentions');
  const left = await placesOf(person);
  expect(left.filter((path) => !stays.includes(path))).toEqual(ofOthers[table] ?? []);
});

test.each(
  theirs.flatMap(([table, { called, addresses = [] }]) =>
    called ? addresses.map((at) => [table, textOf(at)]) : [],
  ),
)(
  'what the team wrote about whoever has the address in %s.%s names them no longer',
  async (table = '') => {
    const person = somebody();
    await plant(person, [table, 'alerts', 'exports']);
    const written = ['alerts.message', 'alerts.title', 'exports.filter'];
    expect(await placesOf(person)).toEqual(expect.arrayContaining(written));
    await eraseNow(person);
    expect((await placesOf(person)).filter((path) => written.includes(path))).toEqual([]);
  },
);

test('whoever has a name or a phone number in a row is called something there', () => {
  /** The others, with reasons. */
  const elsewhere = [
    // `findScope` reads them: a nominator may be known from elsewhere when only a nomination is erased.
    'nominations',
    // Their donor has it, also what was corrected.
    'donor_changes',
    'donation_receipts',
    // A first name alone says nothing.
    'update_recipients',
    // Of a file, and of a page about a nominee.
    'files',
    'imports',
    'public_pages',
  ];
  const named = columns
    .filter(({ name, type }) => /(^|_)(name|phone|given_by)$/.test(name) && type === 'text')
    .map(({ table }) => table);
  const without = theirs
    .filter(([table, { called }]) => !called && !elsewhere.includes(table))
    .map(([table]) => table);
  expect(without.filter((table) => named.includes(table))).toEqual([]);
});

test('a name that is too short to be looked for is said, and one that is long enough is not', async () => {
  const read = async (firstName: string, lastName: string) => {
    const { id, address } = somebody();
    await sql`insert into donors (id, first_name, last_name, email, last_donation_at)
      values (${id}, ${firstName}, ${lastName}, ${address}, now())`.execute(connection.db);
    const user = { id: newId<UserId>(), allowed: ['privacy.write'] } as TeamMember;
    const found = await getPerson(connection.db, user, address, {
      timeZone: 'UTC',
      sealKey: Buffer.alloc(32),
    });
    return [found.names, found.stays.some((sentence) => sentence.includes('too short'))];
  };
  expect(await read('Ba', 'B')).toEqual([[], true]);
  expect(await read('伟', '王')).toEqual([[], true]);
  expect(await read('小龙', '李')).toEqual([['小龙李', '李小龙'], false]);
  expect(await read('Ada', 'Long')).toEqual([['Ada Long'], false]);
});

test('every column for addresses is among those by which somebody is found', () => {
  const found = theirs.flatMap(([table, { addresses = [] }]) =>
    addresses.map((at) => `${table}.${textOf(at).split(' ')[0]}`),
  );
  /** The others, with reasons. */
  const elsewhere = [
    // As it was then: their donor has the address that counts (decision 0025).
    'donations.email',
    'plans.details',
    'donor_mails.recipient',
    // The offer has it.
    'volunteer_thanks.recipient',
    // A name.
    'dedications.recipient_name',
    // Texts of the charity.
    'settings_versions.before',
    'settings_versions.after',
  ];
  const without = columns
    .map(({ table, name }) => `${table}.${name}`)
    .filter((path) => path in documents || /email|recipient/.test(path.split('.')[1] ?? ''))
    .filter((path) => !found.includes(path) && !elsewhere.includes(path));
  expect(without).toEqual([]);
});

test('retention takes what is old of everything that it names, and refuses nothing', async () => {
  const { db } = connection;
  const person = somebody('2001-02-03T04:05:06Z');
  await plant(person);
  const services = { mailer, sealKey: async () => Buffer.alloc(32) };
  const periods = {
    donorsAfterMonths: 12,
    nominationsAfterMonths: 12,
    papersAfterMonths: 12,
    notesAfterMonths: 12,
    mailRecordsAfterMonths: 12,
    undeliveredMailAfterMonths: 12,
    formerAddressesAfterMonths: 12,
    trailDetailsAfterMonths: 12,
  };
  const { settings } = mailer;
  const { version, ...saved } = await settings.read(db);
  const changed = { ...saved, retention: { ...periods, isOn: true } };
  const save = { version, changed, action: 'settings.changed', restoredVersion: null } as const;
  await inOne((trx) => addSettingsVersion(trx, 'system', save, settings));
  await runRetention(db, services);
  expect(await placesOf(person)).not.toContain('nominations.email');
  // Whoever follows a need is not gone, and whoever stands in a file waits until it is imported.
  await sql`delete from followers`.execute(db);
  await sql`update imports set state = 'booked', storage_key = null, problem = null,
    booked_by = coalesce(booked_by, (select id from users limit 1))`.execute(db);
  await runRetention(db, services);
  const { rows: alerts } =
    await sql`select title, message from alerts where key = 'retention:failed'`.execute(db);
  expect(alerts).toEqual([]);
  const stays = columnsThat('nothing', 'kept', 'team', 'secret');
  expect((await placesOf(person)).filter((path) => !stays.includes(path))).toEqual([]);
});

// The last one: what it does to the database would fail the others.
test('looking for somebody in everything takes as long as it needs', async () => {
  const { db } = connection;
  const person = somebody();
  await plant(person);
  await sql`set statement_timeout = '15s'`.execute(db);
  await sql`create or replace function may_mention(value text, words text[]) returns boolean language plpgsql as $$
    begin
      if current_setting('statement_timeout') <> '0' then raise exception 'ended too early'; end if;
      return true;
    end $$`.execute(db);
  const user = { id: person.id as UserId, allowed: ['privacy.write'] } as TeamMember;
  const read = { timeZone: 'UTC', sealKey: Buffer.alloc(32) };
  const vault = createVault(randomBytes(32));
  await getPerson(db, user, person.address, read);
  await openArchive(db, user, { who: person.address }, vault);
  await readArchive(db, person.address);
  await eraseNow(person);
});
