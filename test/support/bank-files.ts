import { sumCents } from '#core/platform/money.ts';

/** What a bank tells about an account, whichever format it writes it in. */
export interface BankStory {
  account?: string;
  openingCents: number;
  lines: BankStoryLine[];
  firstDay?: string;
  lastDay?: string;
}

export interface BankStoryLine {
  day: string;
  cents: number;
  text?: string;
  name?: string;
  reference?: string;
}

let accounts = 0;

/** A number of an account that no other test has, as long as an IBAN. */
export function anAccountNumber(): string {
  accounts += 1;
  return `GB33BUKB${process.pid}${Date.now()}${accounts}`.slice(0, 30);
}

/** Minor units as a bank writes them. */
export function decimal(cents: number, mark = '.'): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

export function closingOf({ openingCents, lines }: BankStory): number {
  return openingCents + sumCents(lines.map(({ cents }) => cents));
}

function daysOf({ firstDay, lastDay, lines }: BankStory): [string, string] {
  const days = lines.map(({ day }) => day).sort();
  return [firstDay ?? days[0] ?? '2026-01-01', lastDay ?? days.at(-1) ?? '2026-01-01'];
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export type CamtVersion = '02' | '04' | '08';

/** A CAMT.053 document, after the published examples of the message definition. */
export function camt(story: BankStory, version: CamtVersion = '08'): string {
  return camtDocument([camtStatement(story, version)], version);
}

export function camtDocument(statements: string[], version: CamtVersion = '08'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-01T03:00:00</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>`;
}

export function camtStatement(story: BankStory, version: CamtVersion = '08'): string {
  const [first, last] = daysOf(story);
  const entries = story.lines.map((line) => camtEntry(line, version));
  return camtFrame({ ...story, first, last, closingCents: closingOf(story) }, entries.join('\n'));
}

/** A statement around entries that a test writes itself. */
export function camtFrame(
  story: {
    account?: string;
    openingCents: number;
    closingCents: number;
    first: string;
    last: string;
  },
  entries: string,
): string {
  const { account = 'GB33BUKB20201555555555', openingCents, closingCents, first, last } = story;
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  return `<Stmt><Id>S</Id><FrToDt><FrDtTm>${first}T00:00:00</FrDtTm><ToDtTm>${last}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>USD</Ccy></Acct>
${balance('OPBD', openingCents, first)}${balance('CLBD', closingCents, last)}
${entries}</Stmt>`;
}

/** An amount without its sign, and the direction beside it. */
export function amountOf(cents: number): string {
  return `<Amt Ccy="USD">${decimal(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
}

export function camtEntry(line: BankStoryLine, version: CamtVersion = '08'): string {
  const { day, cents, text = 'Gift', name = '', reference } = line;
  const status = version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>';
  const role = cents < 0 ? 'Cdtr' : 'Dbtr';
  const party =
    version === '08' ? `<Pty><Nm>${xmlText(name)}</Nm></Pty>` : `<Nm>${xmlText(name)}</Nm>`;
  return `<Ntry>${amountOf(cents)}<Sts>${version === '04' ? 'BOOK' : status}</Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>
${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
<NtryDtls><TxDtls>${name ? `<RltdPties><${role}>${party}</${role}></RltdPties>` : ''}<RmtInf><Ustrd>${xmlText(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** OFX 1.x: SGML, in which elements with a value are not closed. */
export function ofx1(story: BankStory): string {
  const [first, last] = daysOf(story);
  const compact = (day: string) => day.replaceAll('-', '');
  const lines = story.lines.map(
    ({ day, cents, text = 'Gift', name = '', reference = `${day}-${cents}` }) => `<STMTTRN>
<TRNTYPE>${cents < 0 ? 'DEBIT' : 'CREDIT'}
<DTPOSTED>${compact(day)}120000[-5:EST]
<TRNAMT>${decimal(cents)}
<FITID>${reference}
<NAME>${xmlText(name)}
<MEMO>${xmlText(text)}
</STMTTRN>`,
  );
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260201<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS>
<CURDEF>USD
<BANKACCTFROM>
<BANKID>021000021
<ACCTID>${story.account ?? '000123456789'}
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>${compact(first)}
<DTEND>${compact(last)}
${lines.join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${decimal(closingOf(story))}<DTASOF>${compact(last)}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
}

/** OFX 2.x: the same as XML. */
export function ofx2(story: BankStory): string {
  const [, body = ''] = ofx1(story).split('<OFX>');
  const closed = `<OFX>${body}`
    .replace(/<([A-Z0-9]+)>([^<\n]+)/g, '<$1>$2</$1>')
    .replace(/<(NAME|MEMO)>\n/g, '<$1></$1>\n');
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
${closed}`;
}

/** A CSV file of an American bank, with a balance after each line. */
export function csv(story: BankStory, { withBalance = true } = {}): string {
  let balance = story.openingCents;
  const rows = story.lines.map(({ day, cents, text = 'Gift', name = '' }) => {
    balance += cents;
    const [year, month, date] = day.split('-');
    const cells = [`${month}/${date}/${year}`, name, text, decimal(cents)];
    return [...cells, ...(withBalance ? [decimal(balance)] : [])].map(quoted).join(',');
  });
  const titles = ['Date', 'Payee', 'Description', 'Amount', ...(withBalance ? ['Balance'] : [])];
  return `${titles.join(',')}\n${rows.join('\n')}\n`;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Ways in which a bank writes the same. */
export const bankFormats = {
  camt02: (story: BankStory) => camt(story, '02'),
  camt08: (story: BankStory) => camt(story, '08'),
  ofx1,
  ofx2,
  csv,
};
export type BankFormat = keyof typeof bankFormats;
