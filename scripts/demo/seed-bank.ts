import { sql } from 'kysely';
import type { MatchPart } from '#contract/banking/bank-matches.ts';
import type { CauseId, DepositId, UserId } from '#contract/ids.ts';
import type { Role } from '#core/people/rights.ts';
import { centsToDecimal, sumCents } from '#core/platform/money.ts';
import { addBankAccount } from '#server/banking/bank-accounts/commands.ts';
import { importStatements } from '#server/banking/bank-statements/import-statements.ts';
import { matchLine } from '#server/banking/matches/match-line.ts';
import { listUnmatchedLines } from '#server/banking/matches/queries.ts';
import { announceTransfer } from '#server/giving/announced-transfers/announce-transfer.ts';
import { closeDeposit } from '#server/giving/deposits/close-deposit.ts';
import { addDeposit } from '#server/giving/deposits/commands.ts';
import { confirmDeposit } from '#server/giving/deposits/confirm-deposit.ts';
import { saveDeposit } from '#server/giving/deposits/save-deposit.ts';
import { saveSettings } from '#server/operations/settings/commands.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { RunningServer } from '#server/start.ts';
import { centsOf } from './amounts.ts';
import { backdate, backdateDonor, backdateLedger, moment, withoutTrigger } from './backdate.ts';
import { announced, type DepositStory, deposits, otherLines, transferDetails } from './bank.ts';
import type { Cause } from './causes.ts';

type Site = Pick<RunningServer, 'connection' | 'mailer'>;

interface BankLine {
  day: string;
  cents: number;
  name: string;
  text: string;
}

// The whole story: whatever was paid before the first day could not be compared.
const daysOfStatement = 400;
const openingCents = 2_500_000;
// Nobody has looked at the lines of the last days yet.
const untouchedDays = 8;

/** A treasurer with two deposits, and what the bank says of the last weeks. */
export async function seedBank(
  site: Site,
  team: TeamMember,
  causeId: (name: Cause) => CauseId,
): Promise<void> {
  const { db } = site.connection;
  const { mailer } = site;
  const treasurer = await addTreasurer(db);
  const { confirmed, waiting } = deposits;
  const deposit = await addClosed(site, treasurer, confirmed, causeId);
  await confirmDeposit(db, team, deposit, null, { settings: mailer.settings, mailer });
  await backdateDeposit(db, deposit.id, confirmed.daysAgo);
  await addClosed(site, treasurer, waiting, causeId);

  const { id: accountId } = await addBankAccount(
    db,
    treasurer,
    { name: 'Lakeside Bank, checking', number: '000417739920' },
    null,
  );
  const transfers = await announce(site, team, causeId);
  const bytes = Buffer.from(await statement(db, confirmed, transfers));
  const file = { accountId, fileName: 'checking.ofx', bytes };
  const { settings } = site.mailer;
  await importStatements(db, treasurer, file, { settings, limits: async () => null });
  await matchMost(db, treasurer);
}

/** Offers bank transfers, and announces some; returns the lines of those whose money came. */
async function announce(
  { connection: { db }, mailer, mailer: { config, settings } }: Site,
  team: TeamMember,
  causeId: (name: Cause) => CauseId,
): Promise<BankLine[]> {
  const bankTransfers = { isOffered: true, details: transferDetails };
  const offered = { ...(await settings.read(db)), bankTransfers };
  await saveSettings(db, team, offered, { config, settings, mailer });
  const nobody = { network: null, site: null };
  const lines: BankLine[] = [];
  for (const { dollars, cause, daysAgo, ...giver } of announced) {
    const cents = centsOf(dollars);
    const input = { ...giver, amount: cents, causeId: causeId(cause) };
    const { reference } = await announceTransfer(db, nobody, input, null, {
      config,
      settings,
      mailer,
    });
    const { id } = await db
      .selectFrom('expectedTransfers')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    // Announced before the money came.
    await backdate(db, 'expected_transfers.created_at', id, (daysAgo ?? 0) + 2);
    if (daysAgo === null) continue;
    const name = `${giver.firstName} ${giver.lastName}`.toUpperCase();
    lines.push({ day: dayOf(daysAgo), cents, name, text: `Donation ${reference}` });
  }
  return lines;
}

async function addTreasurer(db: Db): Promise<TeamMember> {
  const priya = {
    id: newId<UserId>(),
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@demo.example',
    roles: ['treasurer'] as Role[],
  };
  await db
    .insertInto('users')
    .values({ ...priya, passwordHash: null, acceptedAt: sql<string>`now()` })
    .execute();
  return withRights(priya);
}

async function addClosed(
  { connection: { db }, mailer }: Site,
  treasurer: TeamMember,
  { title, daysAgo, lines }: DepositStory,
  causeId: (name: Cause) => CauseId,
): Promise<{ id: DepositId; revision: number }> {
  const counted = { title, expectedCount: lines.length, expectedAmount: totalOf(lines) };
  const { id, revision } = await addDeposit(db, treasurer, counted, null, mailer);
  const receivedOn = moment(daysAgo).slice(0, 10);
  const depositLines = lines.map(
    ({ dollars, cause, checkNumber = '', firstName = '', lastName = '', note = '', ...line }) => ({
      ...line,
      amount: centsOf(dollars),
      causeId: causeId(cause),
      receivedOn,
      checkNumber,
      firstName,
      lastName,
      email: '',
      note,
    }),
  );
  const saved = await saveDeposit(
    db,
    treasurer,
    { ...counted, id, revision, depositLines },
    null,
    mailer,
  );
  return closeDeposit(db, treasurer, { id, revision: saved.revision }, mailer);
}

async function backdateDeposit(db: Db, id: DepositId, daysAgo: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select donation_id as id from deposit_lines where deposit_id = ${id}`.execute(db);
  for (const donation of rows) {
    await backdate(db, 'donations.created_at', donation.id, daysAgo);
    await backdateDonor(db, donation.id);
    await backdateLedger(db, sql`donation_id = ${donation.id}`, daysAgo);
  }
  const then = moment(daysAgo);
  await withoutTrigger(db, 'deposits', 'deposits_keep', (trx) =>
    sql`update deposits set created_at = ${then}, closed_at = ${then}, confirmed_at = ${then}
      where id = ${id}`.execute(trx),
  );
}

/** An OFX file: all that was paid, the deposit, and some lines that only the bank knows of. */
async function statement(db: Db, deposit: DepositStory, transfers: BankLine[]): Promise<string> {
  const [first, last] = [dayOf(daysOfStatement), dayOf(1)];
  const { rows: paid } = await sql<BankLine>`
    select paid_on::text as day, -amount_cents as cents, payee as name, purpose as text
    from expenses where paid_on between ${first}::date and ${last}::date and undone_at is null
    order by paid_on, id`.execute(db);
  const lines: BankLine[] = [
    ...paid,
    {
      day: dayOf(deposit.daysAgo - 1),
      cents: totalOf(deposit.lines),
      name: 'Branch deposit',
      text: deposit.title,
    },
    ...transfers,
    ...otherLines.map(({ daysAgo, dollars, name, text }) => ({
      day: dayOf(daysAgo),
      cents: centsOf(Math.abs(dollars)) * Math.sign(dollars),
      name,
      text,
    })),
  ];
  const closing = openingCents + sumCents(lines.map(({ cents }) => cents));
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:UTF-8
CHARSET:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<BANKACCTFROM><BANKID>021000021<ACCTID>000417739920<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${compact(first)}<DTEND>${compact(last)}
${lines.map(transaction).join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${centsToDecimal(closing)}<DTASOF>${compact(last)}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
}

function transaction({ day, cents, name, text }: BankLine, index: number): string {
  return `<STMTTRN><TRNTYPE>${cents < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${compact(day)}<TRNAMT>${centsToDecimal(cents)}
<FITID>L${index + 1}<NAME>${onOneLine(name)}<MEMO>${onOneLine(text)}</STMTTRN>`;
}

/** Accepts what is proposed, and says what most of the other lines are: some wait for somebody to look. */
async function matchMost(db: Db, treasurer: TeamMember): Promise<void> {
  const { items } = await listUnmatchedLines(db, { limit: 500 });
  for (const { id, cents, proposal, text, bookedOn } of items) {
    const isFee = otherLines.some(
      (line) => line.isFee && line.text === text && dayOf(line.daysAgo) === bookedOn,
    );
    if (isFee) await matchLine(db, treasurer, { id, parts: [{ kind: 'fee', cents }] }, null);
    if (!proposal || bookedOn > dayOf(untouchedDays)) continue;
    const part = { kind: proposal.kind, id: proposal.id, cents } as MatchPart;
    await matchLine(db, treasurer, { id, parts: [part] }, null);
  }
}

const totalOf = (lines: DepositStory['lines']) =>
  sumCents(lines.map(({ dollars }) => centsOf(dollars)));
const dayOf = (daysAgo: number) => moment(daysAgo).slice(0, 10);
const compact = (day: string) => day.replaceAll('-', '');
const onOneLine = (text: string) => text.replaceAll(/[<>&\s]+/g, ' ').slice(0, 200);
