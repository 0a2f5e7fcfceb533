import { type Insertable, sql } from 'kysely';
import type { BankAccountId, BankLineId, BankStatementId } from '#contract/ids.ts';
import { identify } from '#server/banking/bank-statements/line-identity.ts';
import {
  assertFits,
  assertNoneAgain,
  type BalancedStatement,
  coverageOf,
  isCovered,
  type Span,
} from '#server/banking/bank-statements/policy.ts';
import type { ReadLine } from '#server/banking/bank-statements/read-statement.ts';
import { assertDaysOpen } from '#server/ledger/month-locks.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';

/** Stores statements, each if it fits what is known by then, and returns the lines that are new. */
export async function storeStatements(
  trx: Trx,
  origin: Omit<Insertable<Schema['bankStatements']>, keyof Span | 'id' | 'position'>,
  statements: BalancedStatement[],
  earlier: Span[],
): Promise<StoredLine[]> {
  const { accountId } = origin;
  const known = [...earlier];
  const insertedOf: StoredLine[][] = [];
  for (const [position, statement] of statements.entries()) {
    const id = newId<BankStatementId>();
    const { lines, openingCents, closingCents, firstDay, lastDay } = statement;
    await trx
      .insertInto('bankStatements')
      .values({ ...origin, id, position, firstDay, lastDay, openingCents, closingCents })
      .execute();
    const inserted = await insertLines(trx, { id, accountId }, statement);
    // An older first statement changes what the account opened with.
    const coverage = coverageOf(known);
    const opens = coverage === null || firstDay < coverage.firstDay ? [firstDay] : [];
    await assertDaysOpen(trx, [...opens, ...inserted.map(({ bookedOn }) => bookedOn)]);
    assertFits(known, statement, inserted);
    const ofKnownDays = inserted.filter(({ bookedOn }) => isCovered(known, bookedOn));
    const missing = await linesMissingIn(trx, accountId, lines, ofKnownDays);
    assertNoneAgain(known, statement, ofKnownDays, missing);
    known.push(statement);
    insertedOf.push(inserted);
  }
  return insertedOf.flat();
}

type StoredLine = Pick<ReadLine, 'cents' | 'bookedOn'>;

/** What is known of the days of some new lines, and not among the lines of the file. */
async function linesMissingIn(
  trx: Trx,
  accountId: BankAccountId,
  lines: ReadLine[],
  newLines: { bookedOn: string }[],
): Promise<StoredLine[]> {
  if (newLines.length === 0) return [];
  const days = new Set(newLines.map(({ bookedOn }) => bookedOn));
  const inFile = identify(lines.filter(({ bookedOn }) => days.has(bookedOn)));
  return trx
    .selectFrom('bankLines')
    .select([sql<number>`cents`.as('cents'), 'bookedOn'])
    .where('accountId', '=', accountId)
    .where(
      sql<boolean>`booked_on = any(${[...days]}::date[]) and identity <> all(${inFile}::text[])`,
    )
    .execute();
}

// Each row has ten parameters, and a statement of PostgreSQL takes at most 65,535.
const rowsAtOnce = 5_000;

/** Stores the lines that are new, and returns them. */
async function insertLines(
  trx: Trx,
  { id: statementId, accountId }: { id: BankStatementId; accountId: BankAccountId },
  { lines }: BalancedStatement,
): Promise<StoredLine[]> {
  const identities = identify(lines);
  // Lists are sorted by them within a day, and show the order of the bank.
  const ids = lines.map(() => newId<BankLineId>()).sort();
  const inserted: StoredLine[] = [];
  for (let start = 0; start < lines.length; start += rowsAtOnce) {
    const rows = lines.slice(start, start + rowsAtOnce).map((line, place) => {
      const { bookedOn, valueOn, cents, text, counterparty, counterpartyAccount, isReversal } =
        line;
      return {
        bookedOn,
        valueOn,
        cents,
        text,
        counterparty,
        counterpartyAccount,
        isReversal,
        statementId,
        accountId,
        id: ids[start + place] ?? newId<BankLineId>(),
        identity: identities[start + place] ?? '',
      };
    });
    const stored = await trx
      .insertInto('bankLines')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['accountId', 'identity']).doNothing())
      .returning([sql<number>`cents`.as('cents'), 'bookedOn'])
      .execute();
    inserted.push(...stored);
  }
  return inserted;
}
