import { XMLParser } from 'fast-xml-parser';
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

/** An element: text, or other elements by their names. Several of one name are a list. */
type Node = string | { [name: string]: Node | Node[] | undefined } | undefined;

const lists = new Set([
  'Stmt',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Bal',
  'Ustrd',
  'Strd',
  'AddtlRmtInf',
]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts are text until they are cents.
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.has(name),
});

/** The namespaces differ only in their last digits; the elements that we read have moved a little from one to the next. */
const versions = ['02', '04', '08'];

/** Reads a file in the format CAMT.053 (ISO 20022, bank to customer statement), of the versions 02, 04, and 08. */
export function readCamt(xml: string, currency: Currency): ReadStatement[] {
  const [, version = ''] = /camt\.053\.001\.(\d\d)/.exec(xml) ?? [];
  if (!versions.includes(version)) {
    const [other] = /camt\.\d{3}\.\d{3}\.\d\d/.exec(xml) ?? [];
    throw new UnreadableStatementError(
      other
        ? `This file is in the format ${other}. Please ask your bank for CAMT.053 in the version 02, 04, or 08.`
        : 'This XML file is no bank statement in the format CAMT.053.',
    );
  }
  const root = parser.parse(xml) as Node;
  const statements = all(at(root, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) {
    throw new UnreadableStatementError('This file contains no statement.');
  }
  return statements.map((statement) => readStatement(statement, currency));
}

function readStatement(statement: Node, currency: Currency): ReadStatement {
  assertCurrency(text(statement, 'Acct', 'Ccy'), currency);
  const lines = all(statement, 'Ntry')
    .filter(isBooked)
    .flatMap((entry) => readEntry(entry, currency));
  const balances = all(statement, 'Bal');
  const opening = balanceOf(balances, 'OPBD', 'PRCD') ?? balanceOf(balances, 'ITBD');
  const closing = balanceOf(balances, 'CLBD') ?? balanceOf([...balances].reverse(), 'ITBD');
  const period = at(statement, 'FrToDt');
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const closedOn = closing && dayOf(at(closing, 'Dt'));
  const firstDay = dayAt(period, 'FrDtTm', 'FrDt') ?? days[0] ?? closedOn;
  const lastDay = dayAt(period, 'ToDtTm', 'ToDt') ?? closedOn ?? days.at(-1);
  if (!(firstDay && lastDay)) {
    throw new UnreadableStatementError('This file does not say which days it is about.');
  }
  return {
    account: text(statement, 'Acct', 'Id', 'IBAN') ?? text(statement, 'Acct', 'Id', 'Othr', 'Id'),
    firstDay: days[0] && days[0] < firstDay ? days[0] : firstDay,
    lastDay: (days.at(-1) ?? '') > lastDay ? (days.at(-1) ?? lastDay) : lastDay,
    openingCents: opening ? signedCents(opening, at(opening, 'Amt'), currency) : null,
    closingCents: closing ? signedCents(closing, at(closing, 'Amt'), currency) : null,
    lines,
  };
}

/** What is not booked yet comes again once it is. Since version 04, the status has a code inside. */
function isBooked(entry: Node): boolean {
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts');
  return status === null || status === 'BOOK';
}

/** One line, or one for each transaction of a batch whose amounts are given and add up. */
function readEntry(entry: Node, currency: Currency): ReadLine[] {
  const transactions = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const [only] = transactions;
  const cents = signedCents(entry, at(entry, 'Amt'), currency);
  const entryReference = reference(text(entry, 'AcctSvcrRef'));
  const shared = {
    bookedOn: dayOf(at(entry, 'BookgDt')) ?? dayOf(at(entry, 'ValDt')) ?? readDay(null),
    valueOn: dayOf(at(entry, 'ValDt')),
    isReversal: text(entry, 'RvslInd') === 'true',
  };
  const parts = transactions.map((transaction) => partOf(transaction, entry, currency));
  const sum = parts.reduce<number | null>(
    (total, part) => (total === null || part === null ? null : total + part),
    0,
  );
  if (transactions.length > 1 && sum === cents) {
    return transactions.map((transaction, part) => ({
      ...shared,
      ...partyOf(transaction, (parts[part] ?? 0) > 0),
      reference: entryReference ?? reference(text(transaction, 'Refs', 'AcctSvcrRef')),
      part,
      cents: parts[part] ?? 0,
      text: wordsOf(transaction) || wordsOf(entry),
    }));
  }
  return [
    {
      ...shared,
      ...(transactions.length === 1
        ? partyOf(only, cents > 0)
        : { counterparty: '', counterpartyAccount: '' }),
      reference: entryReference ?? reference(text(only, 'Refs', 'AcctSvcrRef')),
      part: 0,
      cents,
      text: oneLine(...transactions.map(wordsOf)) || wordsOf(entry),
    },
  ];
}

/** What one transaction of a batch comes to, in the currency of the account; null if the bank does not say. */
function partOf(transaction: Node, entry: Node, currency: Currency): number | null {
  const amount = [
    at(transaction, 'Amt'),
    at(transaction, 'AmtDtls', 'TxAmt', 'Amt'),
    at(transaction, 'AmtDtls', 'InstdAmt', 'Amt'),
  ].find((one) => one && text(one, '@Ccy') === currency.code);
  // A transaction without a direction of its own has that of its batch.
  const direction = text(transaction, 'CdtDbtInd') === null ? entry : transaction;
  return amount ? signedCents(direction, amount, currency) : null;
}

/**
 * Who is on the other side. In version 08, a party is a person or an institution inside of it; before, it has its name
 * directly.
 */
function partyOf(
  transaction: Node,
  isIncoming: boolean,
): Pick<ReadLine, 'counterparty' | 'counterpartyAccount'> {
  const parties = at(transaction, 'RltdPties');
  const [role, account] = isIncoming ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct'];
  return {
    counterparty: oneLine(text(parties, role, 'Pty', 'Nm') ?? text(parties, role, 'Nm')),
    counterpartyAccount: oneLine(
      text(parties, account, 'Id', 'IBAN') ?? text(parties, account, 'Id', 'Othr', 'Id'),
    ),
  };
}

/** What a line is about, in the words of whoever paid, or else of the bank. */
function wordsOf(node: Node): string {
  const remittance = at(node, 'RmtInf');
  const structured = all(remittance, 'Strd').flatMap((one) => [
    text(one, 'CdtrRefInf', 'Ref'),
    ...all(one, 'AddtlRmtInf').map(textOf),
  ]);
  return (
    oneLine(...all(remittance, 'Ustrd').map(textOf), ...structured) ||
    oneLine(text(node, 'AddtlTxInf') ?? text(node, 'AddtlNtryInf'))
  );
}

/**
 * Money that leaves is negative. A reversal says its own direction, too: that of the entry that it takes back is the
 * opposite one.
 */
function signedCents(of: Node, amount: Node, currency: Currency): number {
  assertCurrency(text(amount, '@Ccy'), currency);
  const direction = text(of, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    throw new UnreadableStatementError('This file has an amount that is neither credit nor debit.');
  }
  const cents = readAmount(textOf(amount), currency);
  return direction === 'CRDT' || cents === 0 ? cents : -cents;
}

function balanceOf(balances: Node[], ...codes: string[]): Node {
  return balances.find((balance) => codes.includes(text(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? ''));
}

/** The bank's reference, unless it only says that there is none. */
function reference(value: string | null): string | null {
  return value && !/^(NOTPROVIDED|NONREF|NONE|0+)$/i.test(value) ? value.slice(0, 200) : null;
}

function dayOf(date: Node): string | null {
  return dayAt(date, 'Dt', 'DtTm');
}

function dayAt(node: Node, ...names: string[]): string | null {
  for (const name of names) {
    const value = text(node, name);
    if (value !== null) return readDay(value);
  }
  return null;
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
  return textOf(at(node, ...path)) || null;
}

/** An element with attributes is an object with its text inside. */
function textOf(node: Node): string {
  const value = typeof node === 'object' ? node['#text'] : node;
  return typeof value === 'string' ? value.trim() : '';
}
