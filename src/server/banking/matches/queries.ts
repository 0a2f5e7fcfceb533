import { type RawBuilder, sql } from 'kysely';
import type { MatchedLine, UnmatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId } from '#contract/ids.ts';
import { type OpenLine, proposeMatches } from '#core/banking/bank-proposals.ts';
import { formatDay } from '#core/platform/dates.ts';
import { findOpenTargets } from '#server/banking/matches/open-targets.ts';
import {
  findEnteredDeposits,
  findNamedTransfers,
} from '#server/giving/announced-transfers/queries.ts';
import { type Page, type PageInput, type PageOrder, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';

/* Lines of the bank that nobody has matched, and one line with what it is. */

// A line without money, such as a notice of the bank, has nothing that could be matched.
const isUnmatched = sql<boolean>`bank_lines.cents <> 0
  and not exists (select from bank_matches where bank_matches.line_id = bank_lines.id)`;

function lines(db: Db) {
  return db
    .selectFrom('bankLines')
    .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
    .select([
      'bankLines.id',
      'bookedOn',
      'valueOn',
      'cents',
      'text',
      'counterparty',
      'counterpartyAccount',
      'isReversal',
      'bankAccounts.id as accountId',
      'bankAccounts.name as accountName',
    ]);
}

type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>;

function toLine({ accountId, accountName, ...line }: LineRow) {
  return { ...line, account: { id: accountId, name: accountName } };
}

// Matches the widest window of the proposals.
/** Lines by the day on which they were booked, the latest first. */
export const lastBooked = (id: string | RawBuilder<string>): PageOrder<{ bookedOn: string }> => ({
  key: sql.ref('bookedOn'),
  type: 'date',
  direction: 'desc',
  id,
  keyOf: ({ bookedOn }) => bookedOn,
});

/** Lines with these words in their text or the name of whoever paid, or of an amount in either direction, the last first. */
export async function findBankLines(
  db: Db,
  { words, cents, limit }: { words: string[]; cents: number | null; limit: number },
) {
  const isAmount = cents === null ? sql`false` : sql`abs(bank_lines.cents) = ${cents}`;
  const query = lines(db).where(
    sql<boolean>`(${containsParts('bank_lines.searched', words)} or ${isAmount})`,
  );
  const page = await pageOf(query, { limit }, lastBooked('bankLines.id'));
  return { ...page, items: page.items.map(toLine) };
}

const daysAround = 60;

/** Lines that nobody has matched yet, oldest first, each with what it probably is. */
export async function listUnmatchedLines(db: Db, input: PageInput): Promise<Page<UnmatchedLine>> {
  const page = await pageOf(lines(db).where(isUnmatched), input, {
    ...lastBooked('bankLines.id'),
    direction: 'asc',
  });
  return { ...page, items: await withProposals(db, page.items) };
}

async function withProposals(db: Db, rows: LineRow[]): Promise<UnmatchedLine[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!(first && last)) return [];
  const targets = await findOpenTargets(db, around(first.bookedOn, last.bookedOn));
  const proposals = proposeMatches(rows.map(toOpenLine), targets);
  const onItsWay = await findOnItsWay(db, rows);
  const names = new Map(targets.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  for (const { id, accountName, bookedOn } of rows) {
    names.set(`transfer ${id}`, `Transfer: ${accountName}, ${formatDay(bookedOn)}`);
  }
  return rows.map((row) => {
    const proposal = proposals.get(row.id);
    const name = proposal && names.get(`${proposal.kind} ${proposal.id}`);
    return {
      ...toLine(row),
      proposal: proposal && name ? { ...proposal, name } : null,
      ...onItsWay(row),
    };
  });
}

/** Which announced transfer a line names, and which deposit it was entered into. */
async function findOnItsWay(
  db: Db,
  rows: LineRow[],
): Promise<(row: LineRow) => Pick<UnmatchedLine, 'expected' | 'deposit'>> {
  const [named, entered] = await Promise.all([
    findNamedTransfers(db, rows),
    findEnteredDeposits(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return ({ id, cents }) => {
    const expected = cents > 0 ? named.get(id) : undefined;
    return {
      expected: expected
        ? { reference: expected.reference, name: `${expected.firstName} ${expected.lastName}` }
        : null,
      deposit: entered.get(id) ?? null,
    };
  };
}

function around(first: string, last: string) {
  const shifted = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return { from: shifted(first, -daysAround), to: shifted(last, daysAround) };
}

function toOpenLine(row: LineRow): OpenLine {
  const { id, accountId, bookedOn, cents, text, counterparty } = row;
  return { id, accountId, bookedOn, cents, says: `${counterparty} ${text}` };
}

/** What a line, or a part of it, was matched with, in words, such as the title of the deposit. */
export const matchName = sql<string>`coalesce(
  (select 'Payout ' || coalesce(payout_id, id) from balance_transactions where id = bank_matches.payout_move_id),
  (select 'Deposit “' || title || '”' from deposits where id = bank_matches.deposit_id),
  (select 'Expense: ' || payee from expenses where id = bank_matches.expense_id),
  (select 'Transfer: ' || name from bank_accounts where id =
    (select account_id from bank_lines as others where others.id = bank_matches.other_line_id)),
  (select 'Donation of ' || coalesce(
      nullif(trim(coalesce(first_name || ' ', '') || coalesce(last_name, '')), ''), 'somebody not named')
    from donations where id = bank_matches.donation_id),
  bank_matches.reason,
  'Bank fee')`;

// As many as somebody reads in a list.
const shownTargets = 200;

/** A line with what it is or, while it is not matched, what it may be. 404 for an unknown id. */
export async function getBankLine(db: Db, id: BankLineId): Promise<MatchedLine> {
  const line = await lines(db)
    .where('bankLines.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('line of a bank account'));
  const { rows: matches } = await sql<MatchedLine['matches'][number]>`
    select bank_matches.id, bank_matches.kind, bank_matches.cents, ${matchName} as name,
      ${userNameBy('matchedBy')} as by
    from bank_matches
    where line_id = ${id} order by bank_matches.id`.execute(db);
  if (matches.length > 0) {
    return { ...toLine(line), matches, targets: [], transfers: [], expected: null, deposit: null };
  }
  const onItsWay = (await findOnItsWay(db, [line]))(line);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(line.bookedOn));
  const targets = (await findOpenTargets(db, around(line.bookedOn, line.bookedOn)))
    .filter(({ openCents }) => Math.sign(openCents) === Math.sign(line.cents))
    .sort((one, other) => {
      const exact = Number(other.openCents === line.cents) - Number(one.openCents === line.cents);
      return exact || distance(one.day) - distance(other.day);
    })
    .slice(0, shownTargets)
    .map(({ hint: _hint, lineId: _line, ...target }) => target);
  const transfers = await lines(db)
    .where(isUnmatched)
    .where('cents', '=', -line.cents)
    .where('accountId', '<>', line.accountId)
    .orderBy(sql`abs(booked_on - ${line.bookedOn}::date)`)
    .limit(20)
    .execute();
  return { ...toLine(line), matches, targets, transfers: transfers.map(toLine), ...onItsWay };
}

/** How many lines nobody has matched yet, and the day of the oldest. */
export async function countUnmatchedLines(
  db: Db,
): Promise<{ count: number; oldestAt: string | null }> {
  const { count, oldestOn } = await db
    .selectFrom('bankLines')
    .select([sql<number>`count(*)`.as('count'), sql<string | null>`min(booked_on)`.as('oldestOn')])
    .where(isUnmatched)
    .executeTakeFirstOrThrow();
  // Noon in UTC is the same day almost everywhere.
  return { count, oldestAt: oldestOn === null ? null : `${oldestOn}T12:00:00.000Z` };
}

/** A line and, with all of theirs, the other sides of its transfers: they are undone together. */
export async function linesUndoneWith(db: Db, id: BankLineId): Promise<BankLineId[]> {
  const lines = new Set([id]);
  // A set that grows while it is walked through: the other side may be a part of a line with more sides.
  for (const lineId of lines) {
    const sides = await db
      .selectFrom('bankMatches')
      .select('otherLineId')
      .where('lineId', '=', lineId)
      .where('otherLineId', 'is not', null)
      .execute();
    for (const { otherLineId } of sides) if (otherLineId !== null) lines.add(otherLineId);
  }
  return [...lines];
}
