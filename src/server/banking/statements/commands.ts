import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { importStatements as contract, LeftOut } from '#contract/banking/bank-statements.ts';
import type { CsvMapping } from '#contract/banking/csv-mapping.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { BankAccountId, BankLineId, BankStatementId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { accountNumber, isSameAccount, saidNumber } from '#server/banking/bank-accounts/policy.ts';
import { currencyOf } from '#server/banking/statements/currency-of.ts';
import {
  demandSecondPerson,
  findAgreedDay,
  hoursToRemoveAlone,
  isRecentImport,
  type StatementRules,
  saidToAgree,
} from '#server/banking/statements/four-eyes.ts';
import { identify } from '#server/banking/statements/line-identity.ts';
import {
  assertBalanced,
  assertFits,
  assertNoneAgain,
  type BalancedStatement,
  coverageOf,
  isCovered,
  joinWithinDays,
  type Span,
  withPossibleDays,
} from '#server/banking/statements/policy.ts';
import type { CsvReading } from '#server/banking/statements/read-csv.ts';
import type { ReadingTask, StatementFile } from '#server/banking/statements/read-file.ts';
import { readInChild } from '#server/banking/statements/read-in-child.ts';
import type { ReadLine, ReadStatement } from '#server/banking/statements/read-statement.ts';
import { assertDaysOpen, holdMonths, lockedUntil } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

interface Import {
  accountId: BankAccountId;
  fileName: string;
  bytes: Buffer;
  /** The balance after the last line, in case the file does not say it. */
  closingCents?: number | undefined;
  /** Which account of the file is meant, in case it has several. */
  account?: string | undefined;
  /** How a CSV file is read, if not as the one before. */
  csvMapping?: CsvMapping | undefined;
  /** How the file was read when a second person was asked. */
  reading?: CsvReading | null;
}

type StoredLine = Pick<ReadLine, 'cents' | 'bookedOn'>;

/**
 * Imports the statements of a file, all or none of them. Lines that an earlier file had are left out. The file is read
 * before the transaction, in a process of its own.
 */
export async function importStatements(
  db: Db,
  actor: TeamMember,
  { accountId, fileName, bytes, closingCents, account: chosen, csvMapping, reading }: Import,
  rules: StatementRules,
): Promise<OwnResponseOf<typeof contract>> {
  demandRight(actor, 'money.write');
  const account = await db
    .selectFrom('bankAccounts')
    .select(['currency', 'csvMapping', 'csvTitles', 'number'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => notFound('bank account'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await assertNewFile(db, accountId, sha256);
  const csv = csvMapping
    ? { mapping: csvMapping, titles: null }
    : (reading ??
      (account.csvMapping && { mapping: account.csvMapping, titles: account.csvTitles }));
  const meant = account.number ?? accountNumber(chosen ?? null);
  const file = await read({ bytes, csv, currency: currencyOf(account), account: meant });
  assertAccount(file, meant);
  const later = await linesOfLaterValue(db, accountId, file.statements);
  const balanced = file.statements
    .map((statement, place) =>
      assertBalanced(statement, {
        // What somebody typed is the balance at the end of the file.
        typedClosingCents: place === file.statements.length - 1 ? closingCents : undefined,
        before: [...later, ...file.statements.slice(0, place).flatMap(({ lines }) => lines)],
      }),
    )
    .map((statement) => withPossibleDays(statement));
  const statements = joinWithinDays(balanced);
  return db.transaction().execute(async (trx) => {
    await holdMonths(trx);
    // Locked, so that two files of one account see each other's lines.
    const { number, isClosed } = await trx
      .selectFrom('bankAccounts')
      .select(['number', 'isClosed'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('bank account'));
    if (isClosed) throw closed();
    await assertNewFile(trx, accountId, sha256);
    await settleNumber(trx, { id: accountId, number }, statements);
    const earlier = await spansOf(trx, accountId);
    const [first = ''] = statements.map(({ firstDay }) => firstDay).sort();
    const agreedOn = await findAgreedDay(trx, rules, first);
    const origin = { accountId, fileName, sha256, format: file.format, importedBy: actor.id };
    const inserted = await storeStatements(trx, origin, statements, earlier);
    if (agreedOn !== null) {
      const said = { what: 'Import a bank statement', why: saidToAgree(agreedOn) };
      const change = { ...said, accountId, fileName, reading: file.reading };
      const late = inserted.filter(({ bookedOn }) => bookedOn <= agreedOn);
      await demandSecondPerson(trx, rules, change, late);
    }
    if (csvMapping && file.reading) await keepReading(trx, actor, accountId, file.reading);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'bank_account.statements_imported',
      subjectId: accountId,
      after: { lines: inserted.length, sha256 },
    });
    return {
      added: inserted.length,
      known: statements.flatMap(({ lines }) => lines).length - inserted.length,
      leftOut: sumOf(statements.map(({ leftOut }) => leftOut)),
      otherAccounts: file.accounts.filter(({ number }) => !isSameAccount(number, meant ?? '')),
    };
  });
}

/** Stores statements, each if it fits what is known by then, and returns the lines that are new. */
async function storeStatements(
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

/** The next CSV file is read as this one. */
async function keepReading(
  trx: Trx,
  actor: TeamMember,
  id: BankAccountId,
  { mapping, titles }: CsvReading,
): Promise<void> {
  await trx
    .updateTable('bankAccounts')
    .set({ csvMapping: JSON.stringify(mapping), csvTitles: JSON.stringify(titles) })
    .where('id', '=', id)
    .execute();
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'bank_account.csv_mapping_saved',
    subjectId: id,
  });
}

/** Removes what the last file of an account has brought. */
export async function removeStatements(
  db: Db,
  actor: TeamMember,
  id: BankStatementId,
  rules: StatementRules,
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await holdMonths(trx);
    const { accountId } = await trx
      .selectFrom('bankStatements')
      .select('accountId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('bank statement'));
    const { isClosed } = await trx
      .selectFrom('bankAccounts')
      .select('isClosed')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Without its last statements, it would not be empty.
    if (isClosed) throw closed();
    const imported = trx.selectFrom('bankStatements').where('accountId', '=', accountId);
    const last = await imported
      .select(['sha256', 'fileName', isRecentImport.as('isRecent')])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const statements = await imported
      .select(['id', 'sha256'])
      .where('sha256', '=', last?.sha256 ?? '')
      .execute();
    if (!(last && statements.some((statement) => statement.id === id))) {
      throw new AppError(
        'statement_in_use',
        'Only the file that was imported last can be removed: later ones build on it.',
      );
    }
    const ids = statements.map((statement) => statement.id);
    await assertRemovable(trx, accountId, ids);
    const removed = await trx
      .deleteFrom('bankLines')
      .where('statementId', 'in', ids)
      .returning(sql<number>`cents`.as('cents'))
      .execute();
    if (!last.isRecent) {
      const why = `It was imported more than ${hoursToRemoveAlone} hours ago, so books and bank may have been said to agree with it.`;
      const change = { what: 'Remove a bank statement', why, fileName: last.fileName };
      await demandSecondPerson(trx, rules, { ...change, accountId }, removed);
    }
    await trx.deleteFrom('bankStatements').where('id', 'in', ids).execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'bank_account.statements_removed',
      subjectId: accountId,
      before: { lines: removed.length, sha256: last.sha256 },
    });
  });
}

/** Throws 409 if lines of these statements are matched or became donations, or if locked months need them. */
async function assertRemovable(
  trx: Trx,
  accountId: BankAccountId,
  ids: BankStatementId[],
): Promise<void> {
  const brought = trx.selectFrom('bankLines').where('statementId', 'in', ids);
  const { count } = await brought
    .innerJoin('bankMatches', 'bankMatches.lineId', 'bankLines.id')
    .select((row) => row.fn.count<number>('bankLines.id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) {
    throw new AppError(
      'statement_in_use',
      `${countOf(Number(count), 'line')} of this file ${Number(count) === 1 ? 'is' : 'are'} matched. Please undo these matches first.`,
    );
  }
  // Without its line, a donation could be entered a second time when the file comes again.
  const { entered } = await brought
    .innerJoin('depositLines', 'depositLines.bankLineId', 'bankLines.id')
    .select((row) => row.fn.countAll<number>().as('entered'))
    .where('depositLines.donationId', 'is not', null)
    .where(sql<boolean>`returned_as is distinct from 'reversal'`)
    .executeTakeFirstOrThrow();
  if (Number(entered) > 0) {
    throw new AppError(
      'statement_in_use',
      `${countOf(Number(entered), 'line')} of this file became ${Number(entered) === 1 ? 'a donation' : 'donations'} with a deposit. If that was wrong, say so in the deposit first.`,
    );
  }
  const days = await brought.select('bookedOn').execute();
  await assertDaysOpen(
    trx,
    days.map(({ bookedOn }) => bookedOn),
  );
  // Without any line, it may still be what a locked month opened with, or was compared until.
  const until = await lockedUntil(trx);
  const covered = (without: BankStatementId[]) =>
    trx
      .selectFrom('bankStatements')
      .select([
        sql<string | null>`min(first_day)`.as('first'),
        sql<string | null>`max(last_day)`.as('last'),
      ])
      .where('accountId', '=', accountId)
      .where(sql<boolean>`not (id = any(${without}::uuid[]))`)
      .executeTakeFirstOrThrow();
  const [before, after] = [await covered([]), await covered(ids)];
  if (until === null || before.first === null || before.first > until) return;
  if (before.first !== after.first) await assertDaysOpen(trx, [before.first]);
  if (after.last === null || after.last < until) await assertDaysOpen(trx, [until]);
}

async function read(task: ReadingTask): Promise<StatementFile> {
  try {
    return await readInChild(task);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new AppError('statement_unreadable', `${error.message} Nothing was imported.`);
  }
}

/** Refuses a file with several accounts of which none is meant, and lets somebody choose if the account has no number yet. */
function assertAccount({ statements, accounts }: StatementFile, meant: string | null): void {
  if (statements.length > 0) return;
  const listed = accounts.map(({ number, lines }) => `${number} (${countOf(lines, 'line')})`);
  const told = `This file has ${countOf(accounts.length, 'account')}: ${listed.join(', ')}`;
  if (meant !== null) {
    throw new AppError(
      'other_account',
      `${told}. This is the account ${meant}. Nothing was imported.`,
    );
  }
  const refusal = new AppError('several_accounts', `${told}. Choose the one that this account is.`);
  refusal.accounts = accounts;
  throw refusal;
}

/** Lines that are known, and whose value comes in the days of these statements although they were booked before. */
async function linesOfLaterValue(db: Db, accountId: BankAccountId, statements: ReadStatement[]) {
  const [firstDay] = statements.map((one) => one.firstDay).sort();
  if (firstDay === undefined) return [];
  return db
    .selectFrom('bankLines')
    .select(['bookedOn', 'valueOn', sql<number>`cents`.as('cents')])
    .where('accountId', '=', accountId)
    .where('bookedOn', '<', firstDay)
    .where('valueOn', '>=', firstDay)
    .execute();
}

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

/** What was left out of all statements of a file. */
function sumOf(all: LeftOut[]): LeftOut {
  const byCurrency = Map.groupBy(
    all.flatMap(({ otherCurrencies }) => otherCurrencies),
    ({ currency }) => currency,
  );
  const otherCurrencies = [...byCurrency].map(([currency, parts]) => ({
    currency,
    lines: parts.reduce((sum, { lines }) => sum + lines, 0),
  }));
  const count = (name: 'pending' | 'sums') => all.reduce((sum, one) => sum + one[name], 0);
  return { pending: count('pending'), sums: count('sums'), otherCurrencies };
}

async function assertNewFile(db: Db, accountId: BankAccountId, sha256: string): Promise<void> {
  const known = await db
    .selectFrom('bankStatements')
    .select('fileName')
    .where('accountId', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (!known) return;
  throw new AppError(
    'statement_known',
    `This file was imported before, as ${known.fileName || 'a file without a name'}. Nothing was imported.`,
  );
}

/** Refuses a file about another account. The first file that says a number gives it to an account without one. */
async function settleNumber(
  trx: Trx,
  { id, number }: { id: BankAccountId; number: string | null },
  statements: BalancedStatement[],
): Promise<void> {
  const found = statements.map(({ account }) => saidNumber(account)).filter((one) => one !== null);
  const [first] = found;
  if (first === undefined) return;
  const known = number ?? first;
  const other = found.find((one) => !isSameAccount(one, known));
  if (other !== undefined) {
    throw new AppError(
      'other_account',
      `This file is about the account ${other}, and this is the account ${known}. Nothing was imported.`,
    );
  }
  if (number !== null) return;
  await trx
    .updateTable('bankAccounts')
    .set({ number: first })
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      if (!violates(error, 'bank_accounts_number')) throw error;
      throw new AppError(
        'other_account',
        `This file is about the account ${first}, which is another one of this list. Nothing was imported.`,
      );
    });
}

function closed(): AppError {
  return new AppError(
    'bank_account_closed',
    'This account is marked as closed. Open it again first, with “Edit.”',
  );
}

/** The statements of an account so far, oldest import first. */
function spansOf(trx: Trx, accountId: BankAccountId): Promise<Span[]> {
  return trx
    .selectFrom('bankStatements')
    .select(['firstDay', 'lastDay', 'openingCents', 'closingCents'])
    .where('accountId', '=', accountId)
    .orderBy('id')
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
