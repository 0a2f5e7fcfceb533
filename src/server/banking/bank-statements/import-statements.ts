import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { importStatements as contract, LeftOut } from '#contract/banking/bank-statements.ts';
import type { CsvMapping } from '#contract/banking/csv-mapping.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { accountNumber, isSameAccount } from '#server/banking/bank-accounts/policy.ts';
import { assertAccount, settleNumber } from '#server/banking/bank-statements/account-of-file.ts';
import { currencyOf } from '#server/banking/bank-statements/currency-of.ts';
import {
  demandSecondPerson,
  findAgreedDay,
  type StatementRules,
  saidToAgree,
} from '#server/banking/bank-statements/four-eyes.ts';
import {
  accountClosed,
  assertBalanced,
  joinWithinDays,
  type Span,
  withPossibleDays,
} from '#server/banking/bank-statements/policy.ts';
import type { CsvReading } from '#server/banking/bank-statements/read-csv.ts';
import type { ReadingTask, StatementFile } from '#server/banking/bank-statements/read-file.ts';
import { readInChild } from '#server/banking/bank-statements/read-in-child.ts';
import type { ReadStatement } from '#server/banking/bank-statements/read-statement.ts';
import { storeStatements } from '#server/banking/bank-statements/store-statements.ts';
import { keepMonths } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

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
    await keepMonths(trx);
    // Locked, so that two files of one account see each other's lines.
    const { number, isClosed } = await trx
      .selectFrom('bankAccounts')
      .select(['number', 'isClosed'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('bank account'));
    if (isClosed) throw accountClosed();
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

async function read(task: ReadingTask): Promise<StatementFile> {
  try {
    return await readInChild(task);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new AppError('statement_unreadable', `${error.message} Nothing was imported.`);
  }
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

/** The statements of an account so far, oldest import first. */
function spansOf(trx: Trx, accountId: BankAccountId): Promise<Span[]> {
  return trx
    .selectFrom('bankStatements')
    .select(['firstDay', 'lastDay', 'openingCents', 'closingCents'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();
}
