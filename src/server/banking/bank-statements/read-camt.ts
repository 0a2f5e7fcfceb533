import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { parseWrittenAmount } from '#core/platform/written-amounts.ts';
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
  UnreadableStatementError,
  unreadable,
} from '#server/banking/bank-statements/read-statement.ts';

/* Reads statements in the format camt; nothing of a file is lost (decision 0053). */

/** An element: text, or other elements by their names. Several of one name are a list. */
type Node = string | { [name: string]: Node | Node[] | undefined } | undefined;

const lists = new Set([
  ...['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd', 'Strd', 'AddtlRmtInf', 'AddtlInf'],
]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts are text until they are cents.
  parseTagValue: false,
  parseAttributeValue: false,
  // With the numbers of letters: &#252;
  htmlEntities: true,
  captureMetaData: true,
  isArray: (name) => lists.has(name),
});
const metadata = XMLParser.getMetaDataSymbol() as unknown as string;

const newestVersion = 13;

/** What is read with: the currency of the account, and the line of the file on which an element begins. */
interface Context {
  currency: Currency;
  lineOf: (node: Node) => number;
}

/**
 * Reads a file in the format CAMT.053 (ISO 20022, bank to customer statement). Its versions, of which the namespace tells, if
 * there is one, differ in little that we read.
 */
export function readCamt(xml: string, currency: Currency): FoundStatement[] {
  assertStatement(xml);
  const root = parser.parse(xml) as Node;
  const statements = all(at(root, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) {
    throw new UnreadableStatementError('This file contains no statement.');
  }
  const entries = new Set(statements.flatMap((one) => all(one, 'Ntry')).map(startOf));
  const lineAt = (start: number) => xml.slice(0, start).split('\n').length;
  assertNothingLost(
    startsOf(xml)
      .filter((start) => !entries.has(start))
      .map(lineAt),
  );
  const context = { currency, lineOf: (node: Node) => lineAt(startOf(node)) };
  return statements.map((statement) => ({
    account: accountOf(statement),
    lines: all(statement, 'Ntry').length,
    read: () => readStatement(statement, context),
  }));
}

/** Throws, with the true cause, for what is no whole document of this format. */
function assertStatement(xml: string): void {
  const [format] = /camt\.\d{3}(?:\.\d{3}\.\d\d)?/.exec(xml.slice(0, 4_000)) ?? [];
  const isOther = format !== undefined && !format.startsWith('camt.053');
  if (isOther || !/<(?:[\w.-]+:)?BkToCstmrStmt[\s>]/.test(xml)) {
    throw new UnreadableStatementError(
      isOther
        ? `This file is in the format ${format}, which is no statement of a whole day. Please ask your bank for CAMT.053.`
        : 'This XML file is no bank statement in the format CAMT.053.',
    );
  }
  const [, version] = /camt\.053\.001\.(\d\d)/.exec(xml.slice(0, 4_000)) ?? [];
  if (version !== undefined && !(Number(version) >= 2 && Number(version) <= newestVersion)) {
    throw new UnreadableStatementError(
      `This file is in the version ${version} of CAMT.053, and we read 02 to ${newestVersion}.`,
    );
  }
  if (!/<\/(?:[\w.-]+:)?Document\s*>/.test(xml)) throw endMissing();
  const valid = XMLValidator.validate(xml);
  if (valid !== true) {
    throw new UnreadableStatementError(
      `This file is damaged on line ${formatCount(valid.err.line)}: an element is missing or is not closed.`,
    );
  }
}

/** Where the entries of a file begin, also those that belong to no statement. */
function startsOf(xml: string): number[] {
  const bare = xml.replace(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, (markup) =>
    ' '.repeat(markup.length),
  );
  return [...bare.matchAll(/<(?:[\w.-]+:)?Ntry[\s/>]/g)].map(({ index }) => index);
}

function startOf(node: Node): number {
  const { startIndex = 0 } = ((node as Record<string, unknown>)?.[metadata] ?? {}) as {
    startIndex?: number;
  };
  return startIndex;
}

function accountOf(statement: Node): string | null {
  return text(statement, 'Acct', 'Id', 'IBAN') ?? text(statement, 'Acct', 'Id', 'Othr', 'Id');
}

function readStatement(statement: Node, context: Context): ReadStatement {
  assertCurrency(text(statement, 'Acct', 'Ccy'), context.currency);
  const entries = all(statement, 'Ntry');
  const booked = entries.filter((entry) => isBooked(entry, context));
  assertCounted(statement, entries, booked);
  assertSummed(statement, [entries, booked], context);
  const account = accountOf(statement);
  const lines = booked.flatMap((entry) => readEntry(entry, account, context));
  const balances = all(statement, 'Bal');
  const opening = balanceOf(balances, 'OPBD', 'PRCD') ?? balanceOf(balances, 'ITBD');
  const closing = balanceOf(balances, 'CLBD') ?? balanceOf([...balances].reverse(), 'ITBD');
  const period = at(statement, 'FrToDt');
  const days = lines.map(({ bookedOn }) => bookedOn);
  const closedOn = closing ? dayIn(at(closing, 'Dt'), closing, context) : null;
  return {
    account,
    ...periodOf(
      [dayAt(period, 'FrDtTm', 'FrDt'), ...days],
      [dayAt(period, 'ToDtTm', 'ToDt') ?? closedOn, ...days],
      closedOn,
    ),
    lines,
    closedOn,
    openingCents: opening ? signedCents(opening, at(opening, 'Amt'), context) : null,
    closingCents: closing ? signedCents(closing, at(closing, 'Amt'), context) : null,
    leftOut: { ...nothingLeftOut, pending: entries.length - booked.length },
  };
}

/** Throws if the bank says how many entries there are, and it is another number, whatever it counts. */
function assertCounted(statement: Node, entries: Node[], booked: Node[]): void {
  const said = Number(text(statement, 'TxsSummry', 'TtlNtries', 'NbOfNtries') ?? Number.NaN);
  const transactions = booked.flatMap(transactionsOf).length;
  if (Number.isNaN(said) || [entries.length, booked.length, transactions].includes(said)) return;
  throw new UnreadableStatementError(
    `This file says that it has ${countOf(said, 'entry', 'entries')}, and it has ${formatCount(entries.length)}. A part of it is missing.`,
  );
}

/** Throws if the bank says what comes in or leaves in all, and neither all entries nor those that are booked come to that. */
function assertSummed(statement: Node, kinds: Node[][], context: Context): void {
  for (const [name, direction] of [
    ['TtlCdtNtries', 'CRDT'],
    ['TtlDbtNtries', 'DBIT'],
  ] as const) {
    const said = text(statement, 'TxsSummry', name, 'Sum');
    if (said === null) continue;
    const cents = parseWrittenAmount(said, context.currency.digits);
    const sums = kinds.map((entries) =>
      sumCents(
        entries
          .filter((entry) => text(entry, 'CdtDbtInd') === direction)
          .map((entry) => Math.abs(signedCents(entry, at(entry, 'Amt'), context))),
      ),
    );
    if (cents !== null && sums.includes(Math.abs(cents))) continue;
    throw new UnreadableStatementError(
      `This file says that what ${direction === 'CRDT' ? 'comes in' : 'leaves'} is ${said} in all, and its entries come to ${formatCents(sums[0] ?? 0, context.currency.code)}. A part of it is missing, or an amount is wrong.`,
    );
  }
}

/** What is not booked yet comes again once it is. Since version 04, the status has a code inside. */
function isBooked(entry: Node, { lineOf }: Context): boolean {
  const own = text(entry, 'Sts', 'Prtry');
  if (own !== null) {
    throw new UnreadableStatementError(
      `What begins on line ${formatCount(lineOf(entry))} of this file has the state "${own.slice(0, 50)}", which is none of the format.`,
    );
  }
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts');
  return status === null || status === 'BOOK';
}

function transactionsOf(entry: Node): Node[] {
  return all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
}

/** One line, or one for each transaction of a batch whose amounts are given and add up. */
function readEntry(entry: Node, account: string | null, context: Context): ReadLine[] {
  const transactions = transactionsOf(entry);
  const [only] = transactions;
  const amounts = all(entry, 'Amt');
  if (amounts.length > 1)
    throw unreadable(context.lineOf(entry), 'amount', amounts.map(textOf).join(' and '));
  const cents = signedCents(entry, at(entry, 'Amt'), context, entry);
  const entryReference = reference(text(entry, 'AcctSvcrRef'));
  const valueOn = dayIn(at(entry, 'ValDt'), entry, context);
  const bookedOn = dayIn(at(entry, 'BookgDt'), entry, context) ?? valueOn;
  if (bookedOn === null) throw unreadable(context.lineOf(entry), 'day', null);
  const shared = {
    bookedOn,
    valueOn,
    isReversal: /^(?:true|1)$/.test(text(entry, 'RvslInd') ?? ''),
  };
  const parts = transactions.map((transaction) => partOf(transaction, entry, context));
  const parties = transactions.map((transaction, part) =>
    partyOf(transaction, { isIncoming: (parts[part] ?? cents) > 0, account }),
  );
  const sum = parts.reduce<number | null>(
    (total, part) => (total === null || part === null ? null : total + part),
    0,
  );
  if (transactions.length > 1 && sum === cents) {
    return transactions.map((transaction, part) => ({
      ...shared,
      ...(parties[part] ?? nobody),
      reference: entryReference ?? reference(text(transaction, 'Refs', 'AcctSvcrRef')),
      part,
      cents: parts[part] ?? 0,
      text: wordsOf(transaction) || wordsOf(entry) || endToEndOf(transaction),
    }));
  }
  const isBatch = transactions.length > 1;
  // A batch of which the bank has kept a fee, for instance: who gave what stays to be read.
  const shares = parties.map(({ counterparty }, part) => {
    const share = parts[part];
    return counterparty && share != null
      ? `${counterparty} ${formatCents(share, context.currency.code)}`
      : '';
  });
  const names = [...new Set(parties.map(({ counterparty }) => counterparty))];
  return [
    {
      ...shared,
      ...(isBatch
        ? { ...nobody, counterparty: oneLine(names.filter((name) => name !== '').join(', ')) }
        : (parties[0] ?? nobody)),
      reference: entryReference ?? reference(text(only, 'Refs', 'AcctSvcrRef')),
      part: 0,
      cents,
      text:
        oneLine(
          ...transactions.map(wordsOf),
          isBatch ? shares.filter((share) => share !== '').join(', ') : '',
        ) ||
        wordsOf(entry) ||
        oneLine(...transactions.map(endToEndOf)),
    },
  ];
}

/** What one transaction of a batch comes to, in the currency of the account; null if the bank does not say. */
function partOf(transaction: Node, entry: Node, context: Context): number | null {
  const amount = [
    at(transaction, 'Amt'),
    at(transaction, 'AmtDtls', 'TxAmt', 'Amt'),
    at(transaction, 'AmtDtls', 'InstdAmt', 'Amt'),
  ].find((one) => one && text(one, '@Ccy') === context.currency.code);
  // A transaction without a direction of its own has that of its batch.
  const direction = text(transaction, 'CdtDbtInd') === null ? entry : transaction;
  return amount ? signedCents(direction, amount, context, entry) : null;
}

const nobody = { counterparty: '', counterpartyAccount: '' };

/**
 * Who is on the other side: whoever gave in the end, if somebody else paid for them. What came back has the roles of the
 * payment that it takes back. In version 08, a party is a person or an institution inside of it; before, it has its name
 * directly.
 */
function partyOf(
  transaction: Node,
  { isIncoming, account }: { isIncoming: boolean; account: string | null },
): Pick<ReadLine, 'counterparty' | 'counterpartyAccount'> {
  const parties = at(transaction, 'RltdPties');
  const party = (role: 'Dbtr' | 'Cdtr') => {
    const name = (element: string) =>
      text(parties, element, 'Pty', 'Nm') ?? text(parties, element, 'Nm');
    return {
      counterparty: oneLine(name(`Ultmt${role}`) ?? name(role)),
      counterpartyAccount: oneLine(
        text(parties, `${role}Acct`, 'Id', 'IBAN') ??
          text(parties, `${role}Acct`, 'Id', 'Othr', 'Id'),
      ),
    };
  };
  const isReturn = at(transaction, 'RtrInf') !== undefined;
  const [ours, other] =
    isIncoming === isReturn ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const found = party(other);
  // Banks that turn the roles of a return around themselves.
  const isOurs = account !== null && found.counterpartyAccount === account;
  return isOurs ? party(ours) : found;
}

/** What a line is about, in the words of whoever paid, or else of the bank, and why it came back. */
function wordsOf(node: Node): string {
  const remittance = at(node, 'RmtInf');
  const structured = all(remittance, 'Strd').flatMap((one) => [
    text(one, 'CdtrRefInf', 'Ref'),
    ...all(one, 'AddtlRmtInf').map(textOf),
  ]);
  const said =
    oneLine(...all(remittance, 'Ustrd').map(textOf), ...structured) ||
    oneLine(text(node, 'AddtlTxInf') ?? text(node, 'AddtlNtryInf'));
  const back = at(node, 'RtrInf');
  const reason =
    oneLine(...all(back, 'AddtlInf').map(textOf)) ||
    oneLine(text(back, 'Rsn', 'Prtry') ?? text(back, 'Rsn', 'Cd'));
  return oneLine(said, reason && `Returned: ${reason}`);
}

/** What the payer calls the payment, if nobody says anything else about it. */
function endToEndOf(transaction: Node): string {
  return oneLine(reference(text(transaction, 'Refs', 'EndToEndId')));
}

/**
 * Money that leaves is negative. A reversal says its own direction, too: that of the entry that it takes back is the
 * opposite one. `entry`: where the line of the file is told that cannot be read.
 */
function signedCents(of: Node, amount: Node, { currency, lineOf }: Context, entry = of): number {
  assertCurrency(text(amount, '@Ccy'), currency);
  const direction = text(of, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') {
    throw new UnreadableStatementError(
      `Line ${formatCount(lineOf(entry))} of this file has an amount that is neither credit nor debit.`,
    );
  }
  const cents = parseWrittenAmount(textOf(amount), currency.digits);
  // The direction is the sign.
  if (cents === null || cents < 0) throw unreadable(lineOf(entry), 'amount', textOf(amount));
  return direction === 'CRDT' || cents === 0 ? cents : -cents;
}

function balanceOf(balances: Node[], ...codes: string[]): Node {
  return balances.find((balance) => codes.includes(text(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? ''));
}

/** The bank's reference, unless it only says that there is none. */
function reference(value: string | null): string | null {
  return value && !/^(NOTPROVIDED|NONREF|NONE|0+)$/i.test(value) ? value.slice(0, 200) : null;
}

/** The day of an element with a day; null without one. Throws for what is no day, with the line of `of`. */
function dayIn(date: Node, of: Node, { lineOf }: Context): string | null {
  const written = text(date, 'Dt') ?? text(date, 'DtTm');
  if (written === null) return null;
  const day = dayOf(written);
  if (day === null) throw unreadable(lineOf(of), 'day', written);
  return day;
}

function dayAt(node: Node, ...names: string[]): string | null {
  return names.map((name) => dayOf(text(node, name))).find((day) => day !== null) ?? null;
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
