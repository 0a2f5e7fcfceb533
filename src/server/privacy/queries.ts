import { type RawBuilder, sql } from 'kysely';
import type { DonorId, NominationId } from '#contract/ids.ts';
import type { PersonData } from '#contract/privacy/privacy.ts';
import { nameInWords } from '#core/platform/names-in-words.ts';
import { nominationStatus, nominationStatusNames } from '#core/vetting/nomination-status.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { recordReading } from '#server/platform/audit/record-reading.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import {
  type ColumnRule,
  dataMap,
  type PersonScope,
  rowsOf,
  type TableRule,
} from '#server/privacy/data-map.ts';
import { hashAddress } from '#server/privacy/hash-address.ts';
import { countMentions, liftTimeLimit } from '#server/privacy/mentions.ts';
import { findObstacles } from '#server/privacy/obstacles.ts';
import {
  findScope,
  fingerprintOf,
  isNobody,
  type PersonKeys,
  readWho,
  subjectOf,
} from '#server/privacy/scope.ts';
import { namesIn, textsOf, wordsFor } from '#server/privacy/words.ts';

/** When somebody with this address, or the nominee of this nomination, was last erased. */
export async function findErasure(
  db: Db,
  { addresses = [], nominations = [] }: PersonKeys,
  sealKey: Buffer,
): Promise<string | null> {
  const hashes = addresses.map((address) => hashAddress(address, sealKey));
  const found = await db
    .selectFrom('erasures')
    .select('createdAt')
    .where(sql<boolean>`(addresses && ${hashes}::text[] or nominations && ${nominations}::text[])`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.createdAt ?? null;
}

/** What is stored about the person with an address, and what erasing them would do; all of it as of one moment. */
export function getPerson(
  db: Db,
  actor: TeamMember,
  typed: string,
  { timeZone, sealKey }: { timeZone: string; sealKey: Buffer },
): Promise<PersonData> {
  demandRight(actor, 'privacy.write');
  return inSnapshot(db, async (trx) => {
    await liftTimeLimit(trx);
    const asked = await readWho(trx, typed);
    const { who, isNominee } = asked;
    const scope = await findScope(trx, asked);
    const tables: { rule: TableRule; rows: number }[] = [];
    const kept: string[] = [];
    for (const [table, rule] of Object.entries(dataMap)) {
      const own = rowsOf(rule, scope);
      const rows = own ? await countRows(trx, table, own) : 0;
      tables.push({ rule, rows });
      const stays = own ? rows > 0 : await isNamedIn(trx, table, rule, scope);
      if (stays) kept.push(...keptIn(rule));
    }
    const found = tables.filter(({ rows }) => rows > 0);
    const holdings = found.map(({ rule: { title }, rows }) => ({ title, rows }));
    await recordReading(trx, actor, 'contact.person_opened', subjectOf(scope));
    const entries = await countEntries(trx, scope);
    const { mentions, toLookAt } = await countMentions(trx, scope);
    const hasNoRows = await isNobody(trx, scope);
    return {
      who,
      isNominee,
      donors: await donorsIn(trx, scope),
      nominations: await nominationsIn(trx, scope),
      isTeamMember: await isTeamMember(trx, who),
      holdings: entries > 0 ? [...holdings, { title: trailTitle, rows: entries }] : holdings,
      mentions,
      toLookAt,
      names: namesIn(scope.words),
      leaves: found
        .filter(({ rule }) => rule.rowsLeave)
        .map(({ rule: { title }, rows }) => ({ title, rows })),
      changes: found
        .map(({ rule, rows }) => ({ title: rule.title, rows, fields: replacedIn(rule) }))
        .filter(({ fields }) => fields.length > 0),
      stays: [
        ...(hasNoRows && mentions.length > 0 ? [onlyAddress] : []),
        ...kept,
        ...whatStays(scope, await isKnownToStripe(trx, scope)),
      ],
      obstacles: await findObstacles(trx, scope, timeZone, { withOpenPages: false }),
      erasedAt: await findErasure(trx, asked, sealKey),
      isNobody: hasNoRows && mentions.length === 0,
      fingerprint: fingerprintOf(scope),
    };
  });
}

const onlyAddress =
  'Names and phone numbers in texts of others: we know only this address, and black out nothing else. Read these texts before, and take out by hand what else is about this person.';

const trailTitle = 'Entries of the audit trail';

/** The entries of the trail about somebody, or that name them. */
export function entriesAbout({ donors, donations, nominations, offers, words }: PersonScope) {
  return sql<boolean>`(subject_id = any(${[...donors, ...donations, ...nominations, ...offers]}::text[])
    or (may_mention(concat_ws(' ', before, after, reason), ${textsOf(words)}::text[])
      and entry_names(before, after, reason, ${wordsFor(sql`audit_entries::text`, words)})))`;
}

async function countEntries(db: Db, scope: PersonScope): Promise<number> {
  return howMany(db.selectFrom('auditEntries').where(entriesAbout(scope)));
}

async function countRows(db: Db, table: string, rows: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} where ${rows}`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** The columns that become something that says nothing, in words. */
function replacedIn({ columns }: TableRule): string[] {
  return Object.entries(columns)
    .filter(([, { is, policy }]) => is === 'replaced' && policy !== null)
    .map(([name, rule]) => wordsOf(name, rule));
}

function wordsOf(name: string, { inWords }: ColumnRule): string {
  return inWords ?? nameInWords(name).toLowerCase();
}

function keptColumns({ columns }: TableRule) {
  return Object.entries(columns).flatMap(([name, each]) =>
    each.is === 'kept' ? [{ name, inWords: wordsOf(name, each), why: each.why }] : [],
  );
}

/** Whether what is kept of a table in which nobody has rows of their own names somebody, such as a line of a bank. */
async function isNamedIn(
  db: Db,
  table: string,
  rule: TableRule,
  { words }: PersonScope,
): Promise<boolean> {
  const columns = keptColumns(rule).map(({ name }) => sql`${sql.id(name)}::text`);
  if (columns.length === 0 || words.length === 0) return false;
  const named = sql`may_mention(concat_ws(' ', ${sql.join(columns)}), ${textsOf(words)}::text[])`;
  const found = await sql`select from ${sql.table(table)} where ${named} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** What of a table an erasure leaves as it is, and why, in sentences. */
function keptIn(rule: TableRule): string[] {
  const byWhy = Map.groupBy(keptColumns(rule), ({ why }) => why);
  return [...byWhy].map(([why, columns]) => {
    const names = [...new Set(columns.map(({ inWords }) => inWords))].join(', ');
    return `${rule.title} (${names}): ${why}.`;
  });
}

/** What else an erasure leaves, and why. */
function whatStays(
  { donations, nominations, unacceptedNominations, words, shortNames }: PersonScope,
  isAtStripe: boolean,
): string[] {
  const accepted = nominations.length - unacceptedNominations.length;
  return [
    ...(donations.length > 0
      ? [
          'Amounts, dates, causes, the numbers of donations and payments, and the ledger: we have to account for every cent, and the law requires us to keep records of payments.',
        ]
      : []),
    ...(accepted > 0
      ? [
          'The nominee’s name, expenses, receipts, and what is public about accepted nominations: other people’s money went there, and donors can follow it. A nominee withdraws their consent to photos and videos under Nominations.',
        ]
      : []),
    ...(unacceptedNominations.length > 0
      ? ['That there was a nomination, for which cause, and when, as declined: it still counts.']
      : []),
    ...(shortNames.length > 0
      ? [
          `${shortNames.map((name) => `“${name}”`).join(', ')} in texts of the team, of others, and of public pages: too short to be looked for. Please look there, and take out by hand what is about this person.`,
        ]
      : []),
    ...(words.some(({ except }) => except)
      ? [
          'The name in texts about other nominations whose nominee is called the same. If that is this person, change these texts by hand.',
        ]
      : []),
    'The audit trail: who did what and when. Names, addresses, and reasons in it are blacked out, but not a last name alone in what was written about others.',
    ...(isAtStripe
      ? [
          'What the payment provider stores about a payment. It is responsible for that itself: ask Stripe to redact the customer’s data in its dashboard.',
        ]
      : []),
    'Emails that have left, in the mailboxes that they went to.',
    'Backups from before: daily ones for at most five weeks, or longer if nights pass without a new one; those made by hand or before an upgrade, and copies elsewhere, until the person who runs the server deletes them. If one is restored, the person is erased again.',
  ];
}

/** Whether somebody paid with Stripe, or was on a payment page there not long ago. */
async function isKnownToStripe(db: Db, { donations, addresses }: PersonScope) {
  const { rows } = await sql`select 1 from donations
      where id = any(${donations}::uuid[]) and provider = 'stripe'
    union all select 1 from checkouts
      where lower(details ->> 'email') = any(${addresses}) and provider = 'stripe'
    limit 1`.execute(db);
  return rows.length > 0;
}

async function donorsIn(db: Db, { donors }: PersonScope): Promise<PersonData['donors']> {
  const { rows } = await sql<{ id: DonorId; name: string; donations: number }>`
    select id, first_name || ' ' || last_name as name,
      (select count(*) from donations where donor_id = donors.id) as donations
    from donors where id = any(${donors}::uuid[]) and joined_into is null and erased_at is null`.execute(
    db,
  );
  return rows;
}

async function nominationsIn(
  db: Db,
  { nominations, unacceptedNominations }: PersonScope,
): Promise<PersonData['nominations']> {
  const rows = await db
    .selectFrom('nominations')
    .select(['id', 'nominee', 'isAccepted', 'isRejected', 'isCompleted'])
    .where(sql<boolean>`id = any(${nominations}::uuid[])`)
    .where('erasedAt', 'is', null)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id, nominee, ...flags }) => ({
    id: id as NominationId,
    nominee,
    status: nominationStatusNames[nominationStatus(flags)],
    nomineeStays: !unacceptedNominations.includes(id),
  }));
}

async function isTeamMember(db: Db, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
  return user !== undefined;
}
