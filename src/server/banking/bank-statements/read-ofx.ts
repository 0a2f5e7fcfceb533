import { formatCount } from '#core/platform/counts.ts';
import { withoutCurrency } from '#core/platform/typed-amounts.ts';
import { mayBeThousands, parseWrittenAmount } from '#core/platform/written-amounts.ts';
import {
  assertCurrency,
  assertNothingLost,
  type Currency,
  dayOf,
  endMissing,
  type FoundStatement,
  nothingLeftOut,
  oneLine,
  periodOf,
  type ReadLine,
  type ReadStatement,
  sortedDays,
  UnreadableStatementError,
  unreadable,
} from '#server/banking/bank-statements/read-statement.ts';

/* Reads statements in the format OFX; nothing of a file is lost (decision 0053). */

/** An aggregate of OFX: its elements with a value, and the aggregates inside it. */
interface Aggregate {
  name: string;
  /** The line of the file on which it begins, from 1. */
  line: number;
  values: Map<string, string>;
  children: Aggregate[];
}

/**
 * How deep the aggregates lie that we read or must tell apart from these. Banks leave out end tags, so one ends at the
 * latest where another begins that lies no deeper. What else contains elements belongs to what it stands in.
 */
const depths = new Map([
  ...['STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS'].map((name) => [name, 1] as const),
  ...['BANKTRANLIST', 'BANKTRANLISTP', 'LEDGERBAL', 'AVAILBAL'].map((name) => [name, 2] as const),
  ...['BALLIST', 'BANKACCTFROM', 'CCACCTFROM'].map((name) => [name, 2] as const),
  ...['STMTTRN', 'STMTTRNP'].map((name) => [name, 3] as const),
  ...['PAYEE', 'BANKACCTTO', 'CCACCTTO'].map((name) => [name, 4] as const),
  ...['CURRENCY', 'ORIGCURRENCY'].map((name) => [name, 4] as const),
]);

/** A tag, and the text behind it. What else begins with "<", such as a damaged tag, is text: no amount ends before it. */
const tag = String.raw`<(\/?)(?:[\w.-]+:)?([a-z][\w.]*)(?:\s[^<>]*)?\/?>`;
const element = new RegExp(`${tag}(.*?)(?=${tag}|$)`, 'gis');

/** Reads a file in the format OFX: 1.x, which is SGML with elements that nobody closes, or 2.x, which is XML. */
export function readOfx(written: string, currency: Currency): FoundStatement[] {
  const file = parse(written);
  const statements = childrenOf(file, 'STMTRS', 'CCSTMTRS');
  if (statements.length === 0) {
    throw new UnreadableStatementError('This file contains no statement of an account.');
  }
  const children = file.children.filter((one) => !statements.includes(one));
  assertNothingLost(inside({ ...file, children }, 'STMTTRN').map(({ line }) => line));
  return statements.map((statement) => ({
    account: accountOf(statement),
    lines: inside(statement, 'STMTTRN').length,
    read: () => readStatement(statement, currency),
  }));
}

/** The file as an aggregate, with those of {@link depths} in it. */
function parse(file: string): Aggregate {
  const whole: Aggregate = { name: '', line: 0, values: new Map(), children: [] };
  const open = [whole];
  const innermost = () => open.at(-1) ?? whole;
  const text = withoutMarkup(file);
  if (!/<\/(?:[\w.-]+:)?OFX\s*>/i.test(text)) {
    throw endMissing();
  }
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(element)) {
    const [, isEnd, written = '', value = ''] = match;
    const name = written.toUpperCase();
    line += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    const depth = depths.get(name);
    if (isEnd) {
      const place = open.findLastIndex((one) => one.name === name);
      if (place > 0) open.length = place;
    } else if (depth !== undefined) {
      while ((depths.get(innermost().name) ?? 0) >= depth) open.pop();
      const begun = { name, line, values: new Map(), children: [] };
      innermost().children.push(begun);
      open.push(begun);
    } else if (value.trim() !== '') keepFirst(innermost(), name, value);
  }
  return whole;
}

/** Without comments and instructions, and with the text of CDATA sections as other text; every line stays where it is. */
function withoutMarkup(file: string): string {
  return file
    .replace(/\r\n?/g, '\n')
    .replace(/<!--.*?-->|<\?.*?\?>/gs, (markup) => markup.replace(/[^\n]+/g, ''))
    .replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    );
}

/** The first of several values counts: what comes later stands in something that we do not read. */
function keepFirst({ name: around, line, values }: Aggregate, name: string, value: string): void {
  const isSecond = around === 'STMTTRN' && /^(TRNAMT|DTPOSTED)$/.test(name) && values.has(name);
  // Its transaction has not begun: the tag of that is damaged.
  const isStray = name === 'TRNAMT' && [1, 2].includes(depths.get(around) ?? 0);
  if (isSecond || isStray) {
    throw new UnreadableStatementError(
      `What begins on line ${formatCount(line)} of this file has ${isStray ? 'an amount outside of a transaction' : 'two amounts or two days'}.`,
    );
  }
  if (!values.has(name)) values.set(name, decodeEntities(value).trim());
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function accountOf(statement: Aggregate): string | null {
  const [account] = childrenOf(statement, 'BANKACCTFROM', 'CCACCTFROM');
  return account ? text(account, 'ACCTID') : null;
}

function readStatement(statement: Aggregate, currency: Currency): ReadStatement {
  assertCurrency(text(statement, 'CURDEF'), currency);
  const lists = childrenOf(statement, 'BANKTRANLIST');
  const lines = inside(statement, 'STMTTRN').map((line) => readLine(line, currency));
  assertSigned(inside(statement, 'STMTTRN'), lines);
  const days = lines.map(({ bookedOn }) => bookedOn);
  const [balance] = childrenOf(statement, 'LEDGERBAL');
  const balanceDay = balance ? dayIn(balance, 'DTASOF') : null;
  const starts = lists.map((list) => dayIn(list, 'DTSTART'));
  const ends = lists.map((list) => dayIn(list, 'DTEND'));
  const lastDays = [...days, ...(sortedDays(ends)[0] ? ends : [balanceDay])];
  const covered = periodOf([...starts, ...days], lastDays, balanceDay);
  // Whoever downloads January in March gets, from many banks, the balance of March.
  const isOfEnd =
    balanceDay && balanceDay >= (sortedDays(days).at(-1) ?? '') && balanceDay <= covered.lastDay;
  return {
    account: accountOf(statement),
    ...covered,
    lines,
    // This format tells only the balance at the end. One that is of another day, or in words of the country, is asked for.
    openingCents: null,
    closingCents: balance && isOfEnd ? centsOf(text(balance, 'BALAMT'), currency) : null,
    closedOn: null,
    leftOut: { ...nothingLeftOut, pending: inside(statement, 'STMTTRNP').length },
  };
}

/** Refuses a file that tells the direction of its amounts by their type alone, and not by their signs. */
function assertSigned(written: Aggregate[], lines: ReadLine[]): void {
  for (const [type, sign] of [
    ['DEBIT', -1],
    ['CREDIT', 1],
  ] as const) {
    const places = written.flatMap((one, place) =>
      text(one, 'TRNTYPE')?.toUpperCase() === type && lines[place]?.cents ? [place] : [],
    );
    // One among others takes back what was booked before.
    if (places.some((place) => Math.sign(lines[place]?.cents ?? 0) === sign)) continue;
    const [first] = places.map((place) => written[place]);
    if (first === undefined) continue;
    throw new UnreadableStatementError(
      `What begins on line ${formatCount(first.line)} of this file has the type ${type} and the amount ${text(first, 'TRNAMT')}: the file does not say which amounts leave. Please ask your bank for another format.`,
    );
  }
}

function readLine(line: Aggregate, currency: Currency): ReadLine {
  const [foreign] = childrenOf(line, 'CURRENCY');
  if (foreign) assertCurrency(text(foreign, 'CURSYM'), currency);
  const [payee] = childrenOf(line, 'PAYEE');
  const [account] = childrenOf(line, 'BANKACCTTO', 'CCACCTTO');
  const check = text(line, 'CHECKNUM');
  if (text(line, 'CORRECTACTION') !== null) {
    throw new UnreadableStatementError(
      `What begins on line ${formatCount(line.line)} of this file corrects an earlier line, which cannot be read. Please ask your bank for a file without corrections.`,
    );
  }
  const amount = text(line, 'TRNAMT');
  const cents = centsOf(amount, currency);
  const bookedOn = dayIn(line, 'DTPOSTED');
  if (bookedOn === null) throw unreadable(line.line, 'day', text(line, 'DTPOSTED'));
  if (cents === null) throw unreadable(line.line, 'amount', amount);
  return {
    part: 0,
    bookedOn,
    cents,
    isReversal: false,
    reference: text(line, 'FITID')?.slice(0, 200) ?? null,
    valueOn: dayIn(line, 'DTAVAIL'),
    text: oneLine(text(line, 'MEMO'), check && `Check ${check}`),
    counterparty: oneLine(text(line, 'NAME') ?? (payee && text(payee, 'NAME'))),
    counterpartyAccount: oneLine(account && text(account, 'ACCTID')),
  };
}

/**
 * The standard knows a mark before the decimals alone, and banks write `+1,060.00` and `R$ 5.326,43`: of two kinds of marks,
 * the last one stands before the decimals, and one that comes twice never does. `.` is how a bank writes nothing. Null for
 * what can be read in two ways, as `1,060`, and for what is no amount.
 */
function centsOf(written: string | null, { code, digits }: Currency): number | null {
  const bare = withoutCurrency(written ?? '', code);
  if (/^[+-]?[.,]$/.test(bare)) return 0;
  const marks = bare.match(/[.,]/g) ?? [];
  const last = marks.at(-1) === ',' ? ',' : '.';
  const isRepeated = marks.length > 1 && marks.every((mark) => mark === last);
  const mark = isRepeated ? (last === ',' ? '.' : ',') : last;
  return mayBeThousands(bare, digits, mark) ? null : parseWrittenAmount(bare, digits, mark);
}

/** `20260131120000[-5:EST]` is 2026-01-31: the day where the bank is, as it stands on its own statements. */
function dayIn(aggregate: Aggregate, name: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text(aggregate, name) ?? '') ?? [];
  return dayOf(`${year}-${month}-${day}`);
}

/** The aggregates of a name that lie anywhere in another one. */
function inside({ children }: Aggregate, name: string): Aggregate[] {
  return children.flatMap((one) => (one.name === name ? [one] : inside(one, name)));
}

function childrenOf({ children }: Aggregate, ...names: string[]): Aggregate[] {
  return children.filter(({ name }) => names.includes(name));
}

function text({ values }: Aggregate, name: string): string | null {
  return values.get(name) ?? null;
}
