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
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { dataMap, type PersonScope, rowsOf, unerasedIn } from '#server/privacy/data-map.ts';
import { countMentions, mentionedAddresses } from '#server/privacy/mentions.ts';
import { namesIn, onlyWithin, type Word } from '#server/privacy/words.ts';

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
    shortNames: [],
  };
  const called = await calledIn(db, scope);
  const formerly = donors.flatMap((donor) => donor.formerly.split('\n').flatMap(nameAndAddress));
  const nicknames = [
    ...unaccepted.map(({ id, nominee, email }) => ({ text: nominee, within: [id, email] })),
    ...called.map(({ nickname, within }) => ({ text: nickname ?? '', within: [within ?? ''] })),
  ];
  const typed = [
    ...[...addresses, ...[...nominators, ...donations].map(({ email }) => email)].map(contact),
    ...[...nominators, ...called].flatMap(({ phone }) => numbersIn(phone ?? '')).map(contact),
    ...formerly.flatMap((text) =>
      text.includes('@') ? contact(text) : spellingsOf(text).map(name),
    ),
    ...[...nominators, ...called].flatMap((each) => spellingsOf(each.name ?? '')).map(name),
    // What can be typed as the name of anybody stands for this person only where something else says so.
    ...nicknames
      // A name of one short word would black out half of the trail.
      .filter(({ text }) => /\S\s+\S/.test(text) || text.length >= 10)
      .map(({ text, within }) => ({ ...name(text), within: within.filter((id) => id !== '') })),
  ];
  const words = wordsOf(typed);
  const lastNames = lastNamesOf([
    ...[...nominators, ...called].flatMap(({ lastName }) => lastName ?? []),
    ...[...formerly, ...nicknames.map(({ text }) => text)].map((text) => text.replace(/^.*\s/, '')),
  ]);
  return {
    ...scope,
    lastNames,
    shortNames: shortNamesIn(typed),
    words: await withoutOthers(db, words, scope),
  };
}

const contact = (text: string): Word => ({ text, isName: false });
const name = (text: string): Word => ({ text, isName: true });

/** What somebody is found by in rows of others, in lower case. */
export function idsIn({ donors, donations, nominations, offers }: PersonScope): string[] {
  return [...donors, ...donations, ...nominations, ...offers];
}

/**
 * The words without what is called the same: a cause, of which every text may speak, and the nominees of other
 * nominations, whose texts keep their name.
 */
async function withoutOthers(db: Db, words: Word[], scope: PersonScope): Promise<Word[]> {
  const names = namesIn(words);
  if (names.length === 0) return words;
  const found = await read<{ word: string; isCause: boolean; others: string[] }>(
    db,
    sql`with called as materialized (
        select id::text, nominee as name from nominations where erased_at is null
        union select nomination_id::text, public_name from public_pages
        union select null, name from causes)
      select word, bool_or(id is null) as is_cause, array_remove(array_agg(id), null) as others
      from unnest(${names}::text[]) as word join called on searched_form(name) = searched_form(word)
      where id is null or id <> all(${scope.nominations}::text[]) group by word`,
  );
  const byWord = new Map(found.map((each) => [each.word, each]));
  return words.map((word) => {
    const { isCause, others } = (word.isName && byWord.get(word.text)) || {};
    if (isCause) return onlyWithin(word, idsIn(scope));
    return others && !word.within ? { ...word, except: others } : word;
  });
}

interface Called {
  name: string | null;
  lastName: string | null;
  nickname: string | null;
  /** The id that a row must have in which the nickname counts. */
  within: string | null;
  phone: string | null;
}

const unnamed = {
  name: sql`null`,
  lastName: sql`null`,
  nickname: sql`null`,
  within: sql`null`,
  phone: sql`null`,
};

/** What somebody is called, and their phone numbers, wherever the map says that they stand. */
function calledIn(db: Db, scope: PersonScope): Promise<Called[]> {
  const places = Object.entries(dataMap).flatMap(([table, rule]) => {
    const rows = rowsOf(rule, scope);
    if (!rows || !rule.called) return [];
    const { name, lastName, nickname, within, phone } = { ...unnamed, ...rule.called(scope) };
    return [
      sql`select (${name})::text as name, (${lastName})::text as last_name, (${nickname})::text as nickname,
        (${within})::text as within, (${phone})::text as phone
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
// A letter of these says as much as a syllable.
const shortestDense = 3;
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u;

function isLongEnough({ text, isName }: Word): boolean {
  return (
    text.length >= shortestWord || (isName && dense.test(text) && text.length >= shortestDense)
  );
}

/** How the name stands in texts where nothing is written between its parts, whichever comes first. */
function spellingsOf(typed: string): string[] {
  const parts = typed.trim().split(/\s+/);
  if (!dense.test(typed)) return [typed];
  return [...new Set([parts.join(''), parts.toReversed().join('')])];
}

/** The names that are too short to be looked for in texts. */
function shortNamesIn(typed: Word[]): string[] {
  const names = typed.filter(({ isName }) => isName).map((word) => word.text.trim());
  return [...new Set(names)].filter((text) => text !== '' && !isLongEnough(name(text)));
}

function wordsOf(typed: Word[]): Word[] {
  const words = typed
    .map((word) => ({ ...word, text: word.text.trim() }))
    // The database compares names, in its own way. Addresses are compared with those in columns as well.
    .map((word) => (word.isName ? word : { ...word, text: word.text.toLowerCase() }))
    .filter((word) => isLongEnough(word) && !isErasedAddress(word.text))
    .filter(({ text }) => !/^erased (donor|nominator|nominee)$/i.test(text));
  const found = new Map<string, Word>();
  for (const word of words) {
    const key = word.text.toLowerCase();
    const before = found.get(key);
    // What counts everywhere counts within a few rows, too.
    if (!before) found.set(key, word);
    else if (before.within && word.within) before.within.push(...word.within);
  }
  return [...found.values()];
}

// Shorter ones are words of other kinds, and so is what stands before a name: "van der Berg".
const shortest = { lastName: 3, partOfLastName: 4 };

/** Last names, and the parts of those that have several, each of which may stand alone. */
function lastNamesOf(names: string[]): string[] {
  const whole = names.map((each) => each.trim());
  const parts = whole
    .flatMap((each) => each.split(/[\s-]+/))
    .filter((part) => part.length >= shortest.partOfLastName);
  // These stand where somebody was erased before.
  const others = ['donor', 'nominator', 'nominee'];
  return [...new Set([...whole, ...parts])].filter(
    (name) =>
      name.length >= shortest.lastName &&
      !name.includes('@') &&
      !others.includes(name.toLowerCase()),
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
export function fingerprintOf(scope: PersonScope): string {
  const ids = idsIn(scope).sort();
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
