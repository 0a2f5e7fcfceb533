import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AuditSubject } from '#contract/audit-subjects.ts';
import { email as emailField } from '#contract/fields.ts';
import { type DonorId, donorId, type NominationId } from '#contract/ids.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { readReference } from '#core/vetting/nomination-reference.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { findMailOf } from '#server/platform/jobs/job-table.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { dataMap, type PersonScope, rowsOf, unerasedIn } from '#server/privacy/data-map.ts';
import { countMentions, mentionedAddresses } from '#server/privacy/mentions.ts';

/* What belongs to a person. */

/** What a person is found by. */
export interface PersonKeys {
  /** Ids of donors, or of offers of time. */
  donors?: string[];
  nominations?: string[];
  addresses?: string[];
}

/** Who somebody asked about. */
export interface Asked extends PersonKeys {
  who: string;
  isNominee: boolean;
}

/**
 * Reads an email address, the id of a donor or of an offer of time who told none, or the reference of a nomination for its
 * nominee. 400 for anything else.
 */
export async function readWho(db: Db, typed: string): Promise<Asked> {
  if (typed.includes('@')) {
    const address = emailField.safeParse(typed);
    if (!address.success) throw unknownPerson('Enter a valid email address');
    const who = address.data.toLowerCase();
    return { who, isNominee: false, addresses: [who] };
  }
  const donor = donorId.safeParse(typed.trim().toLowerCase()).data;
  if (donor !== undefined) return { who: donor, isNominee: false, donors: [donor] };
  const nomination = await db
    .selectFrom('nominations')
    .select(['id', 'reference'])
    .where('reference', '=', readReference(typed))
    .executeTakeFirst();
  if (!nomination) {
    throw unknownPerson(
      'Enter an email address, the ID of a donor or of an offer of time, or the reference of a nomination, such as 4KM-7WX',
    );
  }
  return { who: nomination.reference, isNominee: true, nominations: [nomination.id] };
}

function unknownPerson(message: string): AppError {
  return new AppError('invalid_input', `${message}.`, { who: message });
}

/**
 * Everything that belongs to somebody: the donors with these addresses and the records that were joined with them, their
 * donations, and the nominations from the same addresses. Without an address, only what was asked for, with the
 * donations. An address that was corrected does not count, because it may belong to somebody else.
 */
export async function findScope(db: Db, keys: PersonKeys): Promise<PersonScope> {
  const offers = await read<{ id: string; email: string; donorId: string | null }>(
    db,
    sql`select id, email, donor_id from volunteer_offers where id = any(${keys.donors ?? []}::uuid[])`,
  );
  const asked = [...(keys.addresses ?? []), ...offers.map(({ email }) => email)]
    .filter((address) => address !== '')
    .map((address) => address.toLowerCase());
  const donorIds = [...(keys.donors ?? []), ...offers.flatMap(({ donorId: id }) => id ?? [])];
  const donors = await read<{ id: string; email: string; formerly: string }>(
    db,
    sql`select id, coalesce(lower(email), '') as email, formerly from donors
      where coalesce(joined_into, id) in (
        select coalesce(joined_into, id) from donors
        where id = any(${donorIds}::uuid[]) or lower(email) = any(${asked}))`,
  );
  const ofDonors = donors
    .map(({ email }) => email)
    .filter((email) => email !== '' && !isErasedAddress(email));
  const addresses = [...new Set([...asked, ...ofDonors])];
  const nominations = await read<{
    id: string;
    name: string;
    lastName: string;
    phone: string;
    email: string;
    nominee: string;
    isAccepted: boolean;
  }>(
    db,
    sql`select id, first_name || ' ' || last_name as name, last_name, phone, lower(email) as email, nominee,
        -- Once something was bought for it, it is part of the accounts.
        is_accepted or exists (select from expenses where nomination_id = nominations.id) as is_accepted
      from nominations
      where id = any(${keys.nominations ?? []}::uuid[])
        or (${asked.length > 0} and lower(email) = any(${addresses}))`,
  );
  const donations = await read<{ id: string; email: string }>(
    db,
    sql`select id, coalesce(lower(email), '') as email from donations
      where donor_id = any(${donors.map(({ id }) => id)}::uuid[])`,
  );
  const unaccepted = nominations.filter(({ isAccepted }) => !isAccepted);
  const nominators = await onlyKnownFrom(db, nominations, addresses);
  const scope: PersonScope = {
    donors: donors.map(({ id }) => id),
    donations: donations.map(({ id }) => id),
    nominations: nominations.map(({ id }) => id),
    unacceptedNominations: unaccepted.map(({ id }) => id),
    offers: offers.map(({ id }) => id),
    addresses,
    words: [],
    lastNames: [],
  };
  const called = await calledIn(db, scope);
  const formerly = donors.flatMap((donor) => donor.formerly.split('\n').flatMap(nameAndAddress));
  const nicknames = [
    ...unaccepted.map(({ nominee }) => nominee),
    ...called.map(({ nickname }) => nickname ?? ''),
  ];
  return {
    ...scope,
    lastNames: lastNamesOf([
      ...[...nominators, ...called].flatMap(({ lastName }) => lastName ?? []),
      ...[...formerly, ...nicknames].map((name) => name.replace(/^.*\s/, '')),
    ]),
    words: wordsOf([
      ...addresses,
      ...[...nominators, ...donations].map(({ email }) => email),
      ...formerly,
      ...[...nominators, ...called].flatMap(({ name }) => name ?? []),
      ...[...nominators, ...called].flatMap(({ phone }) => numbersIn(phone ?? '')),
      // A name of one short word would black out half of the trail.
      ...nicknames.filter((name) => /\S\s+\S/.test(name) || name.length >= 10),
    ]),
  };
}

interface Called {
  name: string | null;
  lastName: string | null;
  nickname: string | null;
  phone: string | null;
}

const unnamed = { name: sql`null`, lastName: sql`null`, nickname: sql`null`, phone: sql`null` };

/** What somebody is called, and their phone numbers, wherever the map says that they stand. */
function calledIn(db: Db, scope: PersonScope): Promise<Called[]> {
  const places = Object.entries(dataMap).flatMap(([table, rule]) => {
    const rows = rowsOf(rule, scope);
    if (!rows || !rule.called) return [];
    const { name, lastName, nickname, phone } = { ...unnamed, ...rule.called(scope) };
    return [
      sql`select (${name})::text as name, (${lastName})::text as last_name,
        (${nickname})::text as nickname, (${phone})::text as phone
        from ${sql.table(table)} where ${rows}`,
    ];
  });
  return read(db, sql.join(places, sql` union `));
}

/**
 * Those nominations of which the nominator is known from nowhere else. When only a nomination is erased, whoever made it
 * may still be a donor, or wait for the answer to another one: then what is written about them stays.
 */
async function onlyKnownFrom<Nomination extends { id: string; email: string }>(
  db: Db,
  nominations: Nomination[],
  addresses: string[],
): Promise<Nomination[]> {
  const ids = nominations.map(({ id }) => id);
  const emails = nominations.map(({ email }) => email);
  const elsewhere = await read<{ email: string }>(
    db,
    sql`select lower(email) as email from donors where lower(email) = any(${emails}) and erased_at is null
      union select lower(email) from nominations
        where lower(email) = any(${emails}) and id <> all(${ids}::uuid[]) and erased_at is null`,
  );
  const known = new Set(elsewhere.map(({ email }) => email));
  return nominations.filter(({ email }) => addresses.includes(email) || !known.has(email));
}

// A house number or a year is nobody's telephone number.
const fewestDigits = 6;

/**
 * The telephone numbers in what somebody typed as theirs. Anything can be typed there, and other texts must not lose a
 * word because of it.
 */
function numbersIn(phone: string): string[] {
  return (phone.match(/\+?\(?\d[\d\s()./-]*\d/g) ?? []).filter(
    (number) =>
      number.replaceAll(/\D/g, '').length >= fewestDigits && !/^\d{4}-\d\d-\d\d$/.test(number),
  );
}

/** A line of former names and addresses: the address has no comma. */
function nameAndAddress(line: string): string[] {
  return line.split(/, (?=[^,]*$)/);
}

// Shorter ones turn up in texts about somebody else.
const shortestWord = 5;

function wordsOf(texts: string[]): string[] {
  const words = texts
    .map((text) => text.trim().toLowerCase())
    .filter((text) => text.length >= shortestWord && !isErasedAddress(text))
    .filter((text) => !['erased donor', 'erased nominator', 'erased nominee'].includes(text));
  // As they are, and as the HTML of a mail has them. Longest first: one may contain another one.
  return [...new Set([...words, ...words.map(escapeHtml)])].sort(
    (one, other) => other.length - one.length,
  );
}

// Shorter ones are words of other kinds, and so is what stands before a name: "van der Berg".
const shortest = { lastName: 3, partOfLastName: 4 };

/** Last names, and the parts of those that have several, each of which may stand alone. */
function lastNamesOf(names: string[]): string[] {
  const whole = names.map((name) => name.trim().toLowerCase());
  const parts = whole
    .flatMap((name) => name.split(/[\s-]+/))
    .filter((part) => part.length >= shortest.partOfLastName);
  // These stand where somebody was erased before.
  const others = ['donor', 'nominator', 'nominee'];
  return [...new Set([...whole, ...parts])].filter(
    (name) => name.length >= shortest.lastName && !name.includes('@') && !others.includes(name),
  );
}

/** What the trail says that somebody is: their donor, their nomination, or nobody that it could name. */
export function subjectOf({
  donors: [donor],
  nominations: [nomination],
}: PersonScope): AuditSubject {
  return (donor as DonorId) ?? (nomination as NominationId) ?? 'person';
}

/** Changes with the records that belong to somebody, such as when another donor is joined into theirs. */
export function fingerprintOf({ donors, donations, nominations, offers }: PersonScope): string {
  const ids = [...donors, ...donations, ...nominations, ...offers].sort();
  return createHash('sha256').update(ids.join(' ')).digest('hex');
}

/** Whether there is nothing of somebody but what stays of everybody, nor mail on its way to them or from them. */
export async function isNobody(db: Db, scope: PersonScope): Promise<boolean> {
  const places = Object.entries(dataMap).flatMap(([table, rule]) => {
    const unerased = unerasedIn(rule, scope);
    return unerased ? [sql`select 1 from ${sql.table(table)} where ${unerased}`] : [];
  });
  const left = await read(db, sql`${sql.join(places, sql` union all `)} limit 1`);
  if (left.length > 0) return false;
  return (await findMailOf(db, mailQueue, scope.addresses)).length === 0;
}

/** Whether there is nothing of somebody, and no text that mentions them. */
export async function isUnknown(db: Db, scope: PersonScope): Promise<boolean> {
  return (await isNobody(db, scope)) && (await countMentions(db, scope)).mentions.length === 0;
}

/** Every address that the database knows, also from texts that mention one, in lower case. */
export async function everyAddress(db: Db): Promise<string[]> {
  const places = Object.entries(dataMap).flatMap(([table, { addresses = [] }]) =>
    addresses.map((at) => sql`select lower(${at}) as email from ${sql.table(table)}`),
  );
  const all = [...places, ...mentionedAddresses()];
  const known = sql`select email from (${sql.join(all, sql` union `)}) as known`;
  // Where one was blacked out, there is none.
  const rows = await read<{ email: string }>(db, sql`${known} where email like '%@%'`);
  return rows.map(({ email }) => email).filter((email) => !isErasedAddress(email));
}

async function read<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await (query as RawBuilder<Row>).execute(db);
  return rows;
}
