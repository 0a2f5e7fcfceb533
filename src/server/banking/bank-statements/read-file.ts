import { strFromU8, unzipSync } from 'fflate';
import type { AccountInFile } from '#contract/banking/bank-statements.ts';
import { maxStatementBytes } from '#contract/banking/bank-statements.ts';
import { declaredEncoding, decodeText } from '#core/platform/decode-text.ts';
import { isSameAccount, saidNumber } from '#server/banking/bank-accounts/policy.ts';
import { readCamt } from '#server/banking/bank-statements/read-camt.ts';
import { type CsvReading, readCsv } from '#server/banking/bank-statements/read-csv.ts';
import { readOfx } from '#server/banking/bank-statements/read-ofx.ts';
import {
  type Currency,
  type FoundStatement,
  type ReadStatement,
  type StatementFormat,
  UnreadableStatementError,
} from '#server/banking/bank-statements/read-statement.ts';

/* Which format a file of a bank has, files in a ZIP file, and what is refused before it is parsed. */

/** What a file contains. */
export interface StatementFile {
  format: StatementFormat;
  /** Those of the account, oldest first; none if the file has several accounts, and none of these is it. */
  statements: ReadStatement[];
  /** The accounts of a file that has several. */
  accounts: AccountInFile[];
  /** How its CSV files were read; null without one. */
  reading: CsvReading | null;
}

/** What a file is read for. */
export interface ReadingTask {
  bytes: Uint8Array;
  csv: CsvReading | null;
  currency: Currency;
  /** The number of the account, if it is known: of a file with several accounts, the statements of this one are read. */
  account: string | null;
}

/** Reads a file, or the files inside of a ZIP file. Throws UnreadableStatementError with a sentence for people. */
export function readFile({ bytes, csv, currency, account }: ReadingTask): StatementFile {
  const files = isZip(bytes) ? unpack(bytes) : [bytes];
  const found = files.map((file) => findStatements(file, csv, currency));
  const [first] = found;
  if (!first) throw new UnreadableStatementError('This ZIP file contains no statement.');
  const { format } = first;
  if (found.some((one) => one.format !== format)) {
    throw new UnreadableStatementError('This ZIP file contains files of different formats.');
  }
  const all = found.flatMap(({ statements }) => statements);
  const accounts = accountsOf(all);
  const isMeant = (one: FoundStatement) => accounts.length < 2 || isOf(one, account ?? '');
  const statements = all
    .filter(isMeant)
    .map(({ read }) => read())
    // Each begins where the one before has ended; a day may have two.
    .sort((one, other) => compareText(daysOf(one), daysOf(other)));
  return {
    format,
    statements,
    reading: format === 'csv' ? csv : null,
    accounts: accounts.length < 2 ? [] : accounts,
  };
}

function isOf({ account }: FoundStatement, number: string): boolean {
  const said = saidNumber(account);
  return said !== null && isSameAccount(said, number);
}

/** The accounts that the statements of a file name, with the number of their lines. */
function accountsOf(statements: FoundStatement[]): AccountInFile[] {
  const accounts: AccountInFile[] = [];
  for (const one of statements) {
    const number = saidNumber(one.account);
    if (number === null) continue;
    const known = accounts.find((account) => isSameAccount(account.number, number));
    if (known) known.lines += one.lines;
    else accounts.push({ number, lines: one.lines });
  }
  if (accounts.length > 1 && statements.some(({ account }) => saidNumber(account) === null)) {
    throw new UnreadableStatementError(
      'This file has several accounts, and one of its statements does not say which one it is about.',
    );
  }
  return accounts;
}

function findStatements(
  bytes: Uint8Array,
  csv: CsvReading | null,
  currency: Currency,
): { format: StatementFormat; statements: FoundStatement[] } {
  const text = decodeText(bytes, declaredEncoding(bytes) ?? csv?.mapping.encoding);
  // A document type can define entities that grow without end, or that read other files.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new UnreadableStatementError(
      'This file defines a document type (DOCTYPE), which no statement of a bank does.',
    );
  }
  const start = text.slice(0, 4_000);
  if (/<(?:[\w.-]+:)?OFX\b[^<>]*>/i.test(text.slice(0, 20_000))) {
    return { format: 'ofx', statements: readOfx(text, currency) };
  }
  if (/^\s*</.test(start)) return { format: 'camt', statements: readCamt(text, currency) };
  if (text.startsWith('%PDF')) {
    throw new UnreadableStatementError(
      'This is a PDF. Please download the statement as CAMT.053, OFX, or CSV instead.',
    );
  }
  if (text.includes('\0')) {
    throw new UnreadableStatementError('We cannot read this type of file.');
  }
  const read = () => readCsv(text, csv, currency);
  return { format: 'csv', statements: [{ account: null, lines: 0, read }] };
}

function isZip(bytes: Uint8Array): boolean {
  return strFromU8(bytes.subarray(0, 4), true) === 'PK\x03\x04';
}

/** The files in a ZIP file, whose sizes are known before they are unpacked. */
function unpack(bytes: Uint8Array): Uint8Array[] {
  // A flag of the first file in it.
  if ((bytes[6] ?? 0) % 2 === 1) {
    throw new UnreadableStatementError(
      'This ZIP file is protected by a password. Please unpack it, and choose what is in it.',
    );
  }
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || /(^|\/)(\.|__MACOSX)/.test(name)) return false;
        if (name.startsWith('xl/') || name === 'content.xml') {
          throw new UnreadableStatementError(
            'This is a spreadsheet. Please save it as CSV, or download the statement as CAMT.053 or OFX.',
          );
        }
        total += originalSize;
        if (total > maxStatementBytes) {
          throw new UnreadableStatementError('This ZIP file contains more than 20 MB.');
        }
        return true;
      },
    });
    return Object.values(files);
  } catch (error) {
    if (error instanceof UnreadableStatementError) throw error;
    throw new UnreadableStatementError('This ZIP file is damaged.');
  }
}

function daysOf({ firstDay, lastDay }: ReadStatement): string {
  return `${firstDay} ${lastDay}`;
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
