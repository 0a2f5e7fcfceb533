import { strFromU8, unzipSync } from 'fflate';
import { maxStatementBytes } from '#contract/banking/bank-statements.ts';
import { readCamt } from '#server/banking/statements/read-camt.ts';
import { type CsvReading, readCsv } from '#server/banking/statements/read-csv.ts';
import { readOfx } from '#server/banking/statements/read-ofx.ts';
import {
  type Currency,
  type ReadStatement,
  type StatementFormat,
  UnreadableStatementError,
} from '#server/banking/statements/read-statement.ts';
import { decodeText } from '#server/platform/reading/split-csv.ts';

/** What a file contains, oldest statement first. */
export interface StatementFile {
  format: StatementFormat;
  statements: ReadStatement[];
}

/** Reads a file, or the files inside of a ZIP file. Throws UnreadableStatementError with a sentence for people. */
export function readFile(
  bytes: Uint8Array,
  csv: CsvReading | null,
  currency: Currency,
): StatementFile {
  const files = isZip(bytes) ? unpack(bytes) : [bytes];
  const read = files.map((file) => readText(decodeText(file), csv, currency));
  const [first] = read;
  if (!first) throw new UnreadableStatementError('This ZIP file contains no statement.');
  if (read.some(({ format }) => format !== first.format)) {
    throw new UnreadableStatementError('This ZIP file contains files of different formats.');
  }
  return {
    format: first.format,
    statements: read
      .flatMap(({ statements }) => statements)
      // Each begins where the one before has ended; a day may have two.
      .sort((one, other) => compareText(daysOf(one), daysOf(other))),
  };
}

function readText(text: string, csv: CsvReading | null, currency: Currency): StatementFile {
  // A document type can define entities that grow without end, or that read other files.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new UnreadableStatementError(
      'This file defines a document type (DOCTYPE), which no statement of a bank does.',
    );
  }
  const start = text.slice(0, 4_000);
  if (/<OFX>/.test(text.slice(0, 20_000))) {
    return { format: 'ofx', statements: readOfx(text, currency) };
  }
  if (/^\s*</.test(start)) return { format: 'camt', statements: readCamt(text, currency) };
  if (text.includes('\0')) {
    throw new UnreadableStatementError('We cannot read this type of file.');
  }
  return { format: 'csv', statements: readCsv(text, csv, currency) };
}

function isZip(bytes: Uint8Array): boolean {
  return strFromU8(bytes.subarray(0, 4), true) === 'PK\x03\x04';
}

/** The files in a ZIP file, whose sizes are known before they are unpacked. */
function unpack(bytes: Uint8Array): Uint8Array[] {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || /(^|\/)(\.|__MACOSX)/.test(name)) return false;
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
