import { createHash } from 'node:crypto';
import { email as emailField, optionalLine, optionalText } from '#contract/fields.ts';
import type { ImportMapping } from '#contract/imports/imports.ts';
import {
  type ImportColumn,
  type LineOutcome,
  readYesNo,
  saysYes,
  withoutFormulaGuard,
} from '#core/imports/imports.ts';
import { isSum, saysDonated } from '#core/payments/payment-words.ts';
import { formatCount } from '#core/platform/counts.ts';
import { isoDayOf, startOfDay } from '#core/platform/dates.ts';
import { currencyInTitle } from '#core/platform/find-column.ts';
import { maxAmountCents } from '#core/platform/money.ts';
import { plainLetters } from '#core/platform/plain-letters.ts';
import { withoutCurrency } from '#core/platform/typed-amounts.ts';
import {
  describeThousands,
  mayBeThousands,
  parseWrittenAmount,
} from '#core/platform/written-amounts.ts';
import {
  readWrittenDay,
  readWrittenMoment,
  readWrittenZone,
} from '#core/platform/written-dates.ts';
import { identifyDonations } from '#server/imports/identify-donations.ts';
import type { ImportedDonation } from '#server/platform/db/column-types.ts';
import { shiftOf, splitCsv } from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* How a line of an earlier system becomes a donation, and why it does not (decision 0043). */

/** What a file is read with, besides its mapping: the currency of the books, and where the charity is. */
export interface Site {
  currency: string;
  digits: number;
  timeZone: string;
  /** The day on which it is read: nothing was given later. */
  today: string;
}

/** One donation of a file. */
export interface ReadDonation {
  line: number;
  /** 1 for the match beside the donation of its line. */
  part: 0 | 1;
  /** By what its donation is known; empty for a line that does not come in, unless it has an ID. */
  externalId: string;
  outcome: Extract<LineOutcome, 'new' | 'left_out' | 'problem'>;
  remark: string;
  /** A hash of what it says. */
  sha256: string;
  /** Null unless it comes in. */
  donation: ImportedDonation | null;
  /** Words about the payment that we do not know. */
  unknownWords?: string[];
}

/** A cell that cannot be read; the message says why, for people. */
class UnreadableCellError extends Error {}

/** Reads a whole file. Throws UnreadableFileError if it is too long, or if its columns are others than those described. */
export function readDonations(
  text: string,
  {
    mapping,
    titles: expected,
    isCut = false,
  }: { mapping: ImportMapping; titles: string[] | null; isCut?: boolean },
  site: Site,
): ReadDonation[] {
  const { titles, rows, lines } = splitCsv(text, mapping, { isCut });
  if (expected !== null && titles.join('\n') !== expected.join('\n')) {
    throw new UnreadableFileError('The columns of this file are not those that were described.');
  }
  const amountTitle = titles[mapping.amountColumn] ?? '';
  const inTitle = currencyInTitle(amountTitle);
  if (inTitle !== null && inTitle !== site.currency) {
    throw new UnreadableFileError(
      `The column ${quote(amountTitle)} is in ${inTitle}, and the books are in ${site.currency}.`,
    );
  }
  if (rows.length === 0) throw new UnreadableFileError('This file has no lines below the titles.');
  const described = { mapping, titles };
  const read = rows.flatMap((cells, place) => readLine(cells, lines[place] ?? 0, described, site));
  if (mapping.idColumn !== null) return read;
  const identities = identifyDonations(read.map(({ donation }) => donation));
  return read.map((one, place) => ({ ...one, ...identities[place] }));
}

/**
 * Why the column with the IDs has none, with the first two lines that show it. Null if no two donations of the file have
 * the same ID: a line that stands in it twice does no harm.
 */
export function repeatedIdIn(
  read: readonly ReadDonation[],
  { mapping, titles }: Described,
): string | null {
  const first = new Map<string, ReadDonation>();
  for (const one of read) {
    if (one.donation === null) continue;
    const other = first.get(one.externalId) ?? one;
    if (other.sha256 !== one.sha256) {
      return `The column ${titleOfIds({ mapping, titles })} has the same value in several rows, such as those on lines ${formatCount(other.line)} and ${formatCount(one.line)}, so it cannot be the ID. Choose another column or None.`;
    }
    first.set(one.externalId, other);
  }
  return null;
}

/** The words about payments that nobody has told the meaning of, as often as a list can show. */
export function unknownWordsIn(read: readonly ReadDonation[]): string[] {
  return [...new Set(read.flatMap(({ unknownWords = [] }) => unknownWords))].slice(0, 50);
}

/** How a file is read, and the titles of its columns. */
interface Described {
  mapping: ImportMapping;
  titles: readonly string[];
}

function titleOfIds({ mapping: { idColumn }, titles }: Described): string {
  const place = idColumn ?? 0;
  return quote(titles[place] || `Column ${place + 1}`);
}

function readLine(
  cells: string[],
  line: number,
  { mapping, titles }: Described,
  site: Site,
): ReadDonation[] {
  const cell = (name: ImportColumn) => {
    const column = mapping[name];
    return column === null ? '' : withoutFormulaGuard(cells[column] ?? '');
  };
  const externalId = oneLine(cell('idColumn'), 200);
  // Of the columns that are read: a column that somebody adds later makes no other donation. Nor does what was spent of
  // it since.
  const said = columnNames.map((name) => cell(name));
  const common = { line, part: 0 as const, externalId, sha256: hashOf(said) };
  const reported = (outcome: 'left_out' | 'problem', remark: string): ReadDonation => ({
    ...common,
    outcome,
    remark,
    donation: null,
  });
  try {
    const shift = shiftOf(cells, titles);
    if (shift === 'more') {
      throw new UnreadableCellError(
        'It has more cells than there are titles: a comma in one of them has no quotation marks around it.',
      );
    }
    if (isTotal(cells, cell('dateColumn'), mapping)) return [reported('left_out', 'It is a sum.')];
    if (shift === 'fewer') {
      throw new UnreadableCellError(
        'It has fewer cells than there are titles: a mark between two of them is missing.',
      );
    }
    if (mapping.idColumn !== null && externalId === '') {
      throw new UnreadableCellError(
        `It has no ID: its cell in the column ${titleOfIds({ mapping, titles })} is empty.`,
      );
    }
    const told = (['typeColumn', 'statusColumn'] as const)
      .filter((name) => mapping[name] !== null)
      .map((name) => {
        const word = cell(name);
        const isDonated = chosenFor(word, mapping) ?? saysDonated(word);
        return { what: name === 'typeColumn' ? 'kind' : 'status', word, isDonated };
      });
    const other = told.find(({ isDonated }) => isDonated === false);
    if (other) return [reported('left_out', `Its ${other.what} is ${quote(other.word)}.`)];
    const unknown = told.filter(({ isDonated }) => isDonated === null);
    if (unknown.length > 0) {
      const remarks = unknown.map(({ what, word }) =>
        word.trim() === ''
          ? `It has no ${what}.`
          : `We do not know what the ${what} ${quote(word)} means.`,
      );
      const unknownWords = unknown.map(({ word }) => oneLine(word, 50)).filter(Boolean);
      return [{ ...reported('problem', remarks.join(' ')), unknownWords }];
    }
    const { donation, matchCents, remarks } = readDonation(cell, mapping, site);
    const match: ReadDonation[] =
      matchCents === 0
        ? []
        : [
            {
              line,
              sha256: hashOf([...said, cell('matchColumn')]),
              part: 1,
              externalId: externalId && `${externalId} match`,
              outcome: 'new',
              remark: 'The match beside the donation of this line.',
              donation: {
                ...donation,
                amountCents: matchCents,
                returnedCents: 0,
                paymentIntentId: null,
                spentBeforeCents: mapping.isSpentBefore ? matchCents : 0,
              },
            },
          ];
    if (donation.amountCents === 0 && match.length > 0) return match;
    if (donation.amountCents < 0)
      return [reported('left_out', 'It is money that went back or out.')];
    if (donation.amountCents === 0) throw new UnreadableCellError('Its amount is not above zero.');
    if (donation.returnedCents === donation.amountCents) {
      return [reported('left_out', 'All of it was refunded.'), ...match];
    }
    return [{ ...common, outcome: 'new', remark: remarks.join(' '), donation }, ...match];
  } catch (error) {
    if (!(error instanceof UnreadableCellError)) throw error;
    return [reported('problem', error.message)];
  }
}

/** Whether a line tells the sum of others, as the last ones of some reports do: it has no day, and says so. */
function isTotal(cells: string[], date: string, { dateOrder }: ImportMapping): boolean {
  return readWrittenDay(date, dateOrder) === null && cells.some(isSum);
}

function hashOf(cells: string[]): string {
  return createHash('sha256').update(JSON.stringify(cells)).digest('hex');
}

/** What somebody has said that a word means; null if nobody has. */
function chosenFor(word: string, { donatedWords, leftOutWords }: ImportMapping): boolean | null {
  const isOneOf = (words: string[]) =>
    words.some((one) => plainLetters(one) === plainLetters(oneLine(word, 50)));
  if (isOneOf(donatedWords)) return true;
  return isOneOf(leftOutWords) ? false : null;
}

const columnNames = [
  'idColumn',
  'dateColumn',
  'timeColumn',
  'amountColumn',
  'refundedColumn',
  'currencyColumn',
  'statusColumn',
  'causeColumn',
  'nameColumn',
  'firstNameColumn',
  'lastNameColumn',
  'emailColumn',
  'phoneColumn',
  'zipColumn',
  'noteColumn',
  'anonymousColumn',
  'paymentColumn',
] as const satisfies readonly ImportColumn[];

type Cell = (name: ImportColumn) => string;

const currencies = new Set(Intl.supportedValuesOf('currency'));

function readDonation(
  cell: Cell,
  mapping: ImportMapping,
  site: Site,
): { donation: ImportedDonation; matchCents: number; remarks: string[] } {
  const remarks: string[] = [];
  const currency = cell('currencyColumn').trim().toUpperCase();
  const written = /^([A-Z]{3})(?![A-Z])|(?<![A-Z])([A-Z]{3})$/.exec(cell('amountColumn').trim());
  for (const found of [currency, written?.[1] ?? written?.[2] ?? '']) {
    if (found === '' || found === site.currency) continue;
    throw new UnreadableCellError(
      currencies.has(found)
        ? `It is in ${found}, and the books are in ${site.currency}.`
        : `We do not know the currency ${quote(found)}.`,
    );
  }
  const matched = cell('matchColumn');
  const matchCents = matched === '' ? 0 : readAmount(matched, 'amount of the match', mapping, site);
  const isMatchAlone = matchCents > 0 && cell('amountColumn') === '';
  const amountCents = isMatchAlone ? 0 : readAmount(cell('amountColumn'), 'amount', mapping, site);
  if (matchCents < 0) throw new UnreadableCellError('The amount of its match is below zero.');
  if (Math.max(amountCents, matchCents) > maxAmountCents)
    throw new UnreadableCellError('Its amount is too large.');
  const returnedCents =
    cell('refundedColumn') === ''
      ? 0
      : Math.abs(readAmount(cell('refundedColumn'), 'refunded amount', mapping, site));
  if (returnedCents > Math.max(0, amountCents)) {
    throw new UnreadableCellError('More was refunded than was given.');
  }
  if (returnedCents > 0 && returnedCents < amountCents) {
    remarks.push('A part of it was refunded, and is booked as returned.');
  }
  const email = cell('emailColumn').trim();
  const isReachable = emailField.safeParse(email).success;
  if (email !== '' && !isReachable) {
    remarks.push('Its email address is not valid, so the donor comes in without one.');
  }
  const payment = cell('paymentColumn').trim();
  const donation = {
    ...readTime(cell, mapping, site),
    amountCents,
    returnedCents,
    spentBeforeCents: readSpent(cell, amountCents - returnedCents, mapping, site),
    ...readName(cell),
    email: isReachable ? email : '',
    phone: oneLine(cell('phoneColumn'), 500),
    zip: oneLine(cell('zipColumn'), 500),
    note: readNote(cell),
    isAnonymous: readAnonymity(cell('anonymousColumn')),
    cause: oneLine(cell('causeColumn'), 500),
    // Other IDs, such as those of charges, are not what refunds and disputes name.
    paymentIntentId: /^pi_[\w-]{1,200}$/.test(payment) ? payment : null,
  };
  return { donation, matchCents, remarks };
}

/** A word that we do not know must not show a name to everybody. */
function readAnonymity(said: string): boolean {
  const isAnonymous = readYesNo(said);
  if (isAnonymous !== null) return isAnonymous;
  throw new UnreadableCellError(`We do not know whether ${quote(said)} means anonymous.`);
}

/** What of the cents that are left was spent before: all, nothing, or as much as the column says. */
function readSpent(cell: Cell, leftCents: number, mapping: ImportMapping, site: Site): number {
  if (mapping.spentColumn === null) return mapping.isSpentBefore ? leftCents : 0;
  const said = cell('spentColumn').trim();
  if (/^(|no|n|false|f|0|-)$/i.test(said)) return 0;
  // A 1 says yes: nobody asks whether a single unit was spent.
  if (saysYes(said)) return leftCents;
  const cents = readAmount(said, 'amount that was spent before', mapping, site);
  if (cents < 0) throw new UnreadableCellError('The amount that was spent before is below zero.');
  if (cents > leftCents) throw new UnreadableCellError('More was spent before than was left.');
  return cents;
}

function readAmount(text: string, name: string, mapping: ImportMapping, site: Site): number {
  const bare = withoutCurrency(text, site.currency);
  if (mayBeThousands(bare, site.digits, mapping.decimalMark)) {
    throw new UnreadableCellError(`The ${name} ${quote(text)} ${describeThousands(site.digits)}`);
  }
  const cents = parseWrittenAmount(bare, site.digits, mapping.decimalMark);
  if (cents === null) throw new UnreadableCellError(`We cannot read the ${name} ${quote(text)}.`);
  return cents;
}

/** When it was given, and on which day where the charity is. A day without a time is that day everywhere. */
function readTime(
  cell: Cell,
  mapping: ImportMapping,
  site: Site,
): Pick<ImportedDonation, 'givenAt' | 'receivedOn'> {
  const { dateOrder: order, timeZone } = mapping;
  const written = cell('dateColumn');
  const day = readWrittenDay(written, order);
  if (day === null) throw new UnreadableCellError(`We cannot read the date ${quote(written)}.`);
  const time = cell('timeColumn');
  const zone = readZone(cell('zoneColumn'));
  const hasOffset = /^[+-]/.test(zone);
  const whole = time === '' ? written : `${day} ${time}`;
  const moment = readWrittenMoment(hasOffset ? `${whole} ${zone}` : whole, {
    order: time === '' ? order : 'ymd',
    timeZone: hasOffset || zone === '' ? timeZone : zone,
  });
  // Without it, the donation might count on another day.
  if (moment === null && (time !== '' || /\d:\d\d/.test(written))) {
    throw new UnreadableCellError(`We cannot read the time ${quote(time || written)}.`);
  }
  const receivedOn = moment === null ? day : isoDayOf(moment, site.timeZone);
  if (receivedOn < '1900-01-01' || receivedOn > site.today) {
    throw new UnreadableCellError(`The date ${quote(written)} cannot be right.`);
  }
  const givenAt = moment ?? startOfDay(day, site.timeZone) ?? `${day}T00:00:00.000Z`;
  return { givenAt, receivedOn };
}

function readZone(said: string): string {
  const zone = said.trim() === '' ? '' : readWrittenZone(said);
  if (zone === null) throw new UnreadableCellError(`We do not know the time zone ${quote(said)}.`);
  return zone;
}

/** What stands in the place of a name that a donor did not give. */
const isNoName = (name: string) => /^(?:not shared by donor|n\/a|none|unknown)$/i.test(name.trim());
/** What may follow a comma that separates no names. */
const isSuffix = (word: string) =>
  /^(?:inc|llc|ltd|corp|co|lp|llp|pllc|gmbh|jr|sr|i{2,3}|iv|m\.?d|ph\.?d|esq|cpa)\.?$/i.test(word);

/** The first and the last name, the whole one cut before its last word, or the name of an organization. */
function readName(cell: Cell): Pick<ImportedDonation, 'firstName' | 'lastName'> {
  const named = (name: ImportColumn) => (isNoName(cell(name)) ? '' : cell(name));
  const firstName = oneLine(named('firstNameColumn'), 100);
  const lastName = oneLine(named('lastNameColumn'), 100);
  if (firstName !== '' || lastName !== '') return { firstName, lastName };
  const whole = oneLine(named('nameColumn'), 200);
  const [, last = '', first = ''] = /^([^,]+), ([^,]+)$/.exec(whole) ?? [];
  if (first !== '' && !isSuffix(first)) {
    return { firstName: oneLine(first, 100), lastName: oneLine(last, 100) };
  }
  if (whole === '') return { firstName: '', lastName: oneLine(cell('organizationColumn'), 100) };
  const cut = whole.lastIndexOf(' ');
  return {
    firstName: oneLine(whole.slice(0, Math.max(0, cut)), 100),
    lastName: oneLine(whole.slice(cut + 1), 100),
  };
}

function readNote(cell: Cell): string {
  const isNamed = ['firstNameColumn', 'lastNameColumn', 'nameColumn'] as const;
  const organization = oneLine(cell('organizationColumn'), 100);
  // Whoever gave for it has the name.
  const forWhom =
    organization !== '' && isNamed.some((name) => cell(name).trim() !== '') ? organization : '';
  const said = [cell('noteColumn'), forWhom && `Organization: ${forWhom}`].filter(Boolean);
  const plain = said.join('\n').replace(/(?![\r\n\t])\p{Cc}/gu, ' ');
  return optionalText(5_000).safeParse(plain.slice(0, 5_000).toWellFormed()).data ?? '';
}

/** One line as our own forms accept it, cut where it is too long. */
function oneLine(text: string, maxLength: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return optionalLine(maxLength).safeParse(plain.slice(0, maxLength).toWellFormed()).data ?? '';
}

function quote(text: string): string {
  return `“${oneLine(text, 50)}”`;
}
