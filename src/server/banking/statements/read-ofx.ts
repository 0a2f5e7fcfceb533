import { parseSync } from 'ofx-js';
import {
  assertCurrency,
  type Currency,
  oneLine,
  type ReadLine,
  type ReadStatement,
  readAmount,
  readDay,
  UnreadableStatementError,
} from '#server/banking/statements/read-statement.ts';

/** What `ofx-js` makes of an element: text, or other elements by their names. Several of one name are a list. */
type Node = string | { [name: string]: Node | Node[] | undefined } | undefined;

/** Reads a file in the format OFX: 1.x, which is SGML with elements that nobody closes, or 2.x, which is XML. */
export function readOfx(file: string, currency: Currency): ReadStatement[] {
  const { OFX } = parseSync(withoutEmpty(file)) as { OFX: Node };
  const statements = [
    ...all(at(OFX, 'BANKMSGSRSV1'), 'STMTTRNRS').map((one) => at(one, 'STMTRS')),
    ...all(at(OFX, 'CREDITCARDMSGSRSV1'), 'CCSTMTTRNRS').map((one) => at(one, 'CCSTMTRS')),
  ].filter((one) => one !== undefined);
  if (statements.length === 0) {
    throw new UnreadableStatementError('This file contains no statement of an account.');
  }
  return statements.map((statement) => readStatement(statement, currency));
}

/** Without elements of SGML that contain nothing: with no end and no text, the library takes them for open ones. */
function withoutEmpty(file: string): string {
  const closed = new Set([...file.matchAll(/<\/([\w.]+)>/g)].map(([, name]) => name));
  return file.replace(/<([\w.]+)>(?=\s*<)/g, (tag, name) => (closed.has(name) ? tag : ''));
}

function readStatement(statement: Node, currency: Currency): ReadStatement {
  assertCurrency(text(statement, 'CURDEF'), currency);
  const list = at(statement, 'BANKTRANLIST');
  const lines = all(list, 'STMTTRN').map((line) => readLine(line, currency));
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const balance = at(statement, 'LEDGERBAL');
  const firstDay = dayAt(list, 'DTSTART') ?? days[0] ?? dayAt(balance, 'DTASOF');
  const lastDay = dayAt(list, 'DTEND') ?? dayAt(balance, 'DTASOF') ?? days.at(-1);
  if (!(firstDay && lastDay)) {
    throw new UnreadableStatementError('This file does not say which days it is about.');
  }
  const end = (days.at(-1) ?? '') > lastDay ? (days.at(-1) ?? lastDay) : lastDay;
  return {
    account: text(statement, 'BANKACCTFROM', 'ACCTID') ?? text(statement, 'CCACCTFROM', 'ACCTID'),
    firstDay: days[0] && days[0] < firstDay ? days[0] : firstDay,
    lastDay: end,
    // This format tells only the balance at the end.
    openingCents: null,
    closingCents: isOfEnd(dayAt(balance, 'DTASOF'), days.at(-1), end)
      ? centsOf(text(balance, 'BALAMT'), currency)
      : null,
    lines,
  };
}

/**
 * Whether a balance of this day is the one after the last line. Whoever downloads January in March gets, from many banks,
 * the balance of March.
 */
function isOfEnd(day: string | null, lastLine: string | undefined, end: string): boolean {
  return day === null || (day >= (lastLine ?? '') && day <= end);
}

function readLine(line: Node, currency: Currency): ReadLine {
  assertCurrency(text(line, 'CURRENCY', 'CURSYM'), currency);
  const bookedOn = dayAt(line, 'DTPOSTED') ?? readDay(null);
  const payee = text(line, 'NAME') ?? text(line, 'PAYEE', 'NAME');
  return {
    reference: text(line, 'FITID')?.slice(0, 200) ?? null,
    part: 0,
    bookedOn,
    valueOn: dayAt(line, 'DTAVAIL'),
    cents: centsOf(text(line, 'TRNAMT'), currency) ?? readAmount('', currency),
    text: oneLine(text(line, 'MEMO'), text(line, 'CHECKNUM') && `Check ${text(line, 'CHECKNUM')}`),
    counterparty: oneLine(payee),
    counterpartyAccount: oneLine(text(line, 'BANKACCTTO', 'ACCTID')),
    isReversal: false,
  };
}

/** The standard allows a comma before the decimals, too, and no marks between thousands. Null for nothing. */
function centsOf(written: string | null, currency: Currency): number | null {
  if (written === null) return null;
  // What has marks between thousands as well is refused, because nobody can tell which is which.
  return readAmount(/[,.].*[,.]/.test(written) ? '' : written.replace(',', '.'), currency);
}

/** `20260131120000[-5:EST]` is 2026-01-31: the day where the bank is, as it stands on its own statements. */
function dayAt(node: Node, name: string): string | null {
  const value = text(node, name);
  if (value === null) return null;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(value) ?? [];
  return readDay(year ? `${year}-${month}-${day}` : value);
}

function at(node: Node, ...path: string[]): Node {
  let found = node;
  for (const name of path) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined;
    const child = found[name];
    found = Array.isArray(child) ? child[0] : child;
  }
  return found;
}

function all(node: Node, name: string): Node[] {
  if (typeof node !== 'object' || !Object.hasOwn(node, name)) return [];
  const child = node[name];
  return Array.isArray(child) ? child : [child];
}

function text(node: Node, ...path: string[]): string | null {
  const found = at(node, ...path);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}
