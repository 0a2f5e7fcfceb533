import { sql } from 'kysely';
import { matchWords } from '#core/banking/bank-proposals.ts';
import type { MoveKind } from '#core/ledger/ledger.ts';
import { describeOperations, type OperationsKind } from '#core/ledger/operations-kinds.ts';
import { withoutHiddenNames } from '#core/vetting/consent.ts';
import { findCoverage, hasOtherCurrency } from '#server/banking/months/read-story.ts';
import { dayIn, type Period, period } from '#server/exports/filters.ts';
import { journalAccounts } from '#server/exports/journal-accounts.ts';
import {
  idTypes,
  type JournalMove,
  type JournalScope,
  type JournalSource,
  journalSources,
} from '#server/exports/journal-moves.ts';
import { booksCurrency, exportList, type Source } from '#server/exports/list.ts';
import { moveNames } from '#server/exports/move-names.ts';

/* The journal for accountants, and from which tables it comes. */

interface JournalRow extends JournalMove {
  source: JournalSource;
}

const sources = Object.keys(journalSources) as JournalSource[];

/**
 * Each move of money as a line of a journal with two accounts, for accounting software: of the ledger, of the operations
 * book, at the payment provider, and at the bank. One source after the other, each newest first, so that a million
 * entries are read by their index.
 */
export const accounting = exportList({
  right: 'lists.read',
  filter: period,
  async count(source, days) {
    const scope = await scopeOf(source);
    const counts = sources.map((name) => sql`(select count(*) from ${movesOf(name, scope, days)})`);
    const { rows } = await sql<{
      count: number;
    }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(source.db);
    return rows[0]?.count ?? 0;
  },
  async read(source, days, { limit, cursor }) {
    const { name, after, scope } = cursor ? readCursor(cursor) : await theBeginning(source);
    const isAfter = after === null ? sql`true` : sql`moves.id < ${after}::${idTypes[name]}`;
    const { rows } =
      await sql<JournalMove>`select * from ${movesOf(name, scope, days)} where ${isAfter}
      order by moves.id desc limit ${limit + 1}`.execute(source.db);
    const items = rows.slice(0, limit).map((row) => ({ ...row, source: name }));
    const next = sources[sources.indexOf(name) + 1];
    const last = items.at(-1);
    if (rows.length > limit && last) {
      return { items, nextCursor: cursorAt({ name, after: last.id, scope }) };
    }
    return { items, nextCursor: next ? cursorAt({ name: next, after: null, scope }) : null };
  },
  columns: {
    Date: ['day', (row) => row.day],
    'Debit Account': ['text', (row) => accountsOf(row).debit],
    'Credit Account': ['text', (row) => accountsOf(row).credit],
    Amount: ['amount', (row) => Math.abs(row.cents)],
    Currency: booksCurrency,
    Cause: ['text', (row) => row.cause],
    Text: ['text', journalText],
    Reference: ['text', (row) => row.id],
    Donation: ['text', (row) => row.donationId],
  },
});

async function scopeOf({ db, timeZone }: Source): Promise<JournalScope> {
  const coverage = await findCoverage(db);
  return {
    timeZone,
    firstDay: coverage?.firstDay ?? null,
    isOtherCurrency: await hasOtherCurrency(db),
  };
}

function movesOf(name: JournalSource, scope: JournalScope, days: Period) {
  return sql`(select * from (${journalSources[name](scope)}) as all_moves where ${dayIn('day', days)}) as moves`;
}

/** How far a file is: the source, the id of the last row of it, and the scope, which is the same for the whole file. */
interface Place {
  name: JournalSource;
  after: string | null;
  scope: JournalScope;
}

const cursorAt = (place: Place): string => JSON.stringify(place);
const readCursor = (cursor: string): Place => JSON.parse(cursor);

async function theBeginning(source: Source): Promise<Place> {
  return { name: 'ledger', after: null, scope: await scopeOf(source) };
}

/** An amount in a journal is never below zero. */
function accountsOf({ debit, credit, cents }: JournalRow): { debit: string; credit: string } {
  const [one, other] = cents < 0 ? [credit, debit] : [debit, credit];
  return { debit: journalAccounts[one], credit: journalAccounts[other] };
}

const openingWords: Record<string, string> = {
  account: 'Opening balance',
  gifts: 'Checks, cash, and transfers in the opening balance',
  expenses: 'Expenses in the opening balance',
  payouts: 'Payouts in the opening balance',
};

/** "Expense: Corner Store, for Maria (Warm Homes)". */
function journalText(row: JournalRow): string {
  const { source, kind, about, cents } = row;
  const of = about === null ? '' : `: ${about}`;
  switch (source) {
    case 'ledger':
      return ledgerText(row);
    case 'operations':
      return describeOperations({
        kind: kind as OperationsKind,
        amount: cents,
        reason: about ?? '',
      });
    case 'provider':
      return `Balance at the payment provider: ${kind.replaceAll('_', ' ')}`;
    case 'bank':
      return `${matchWords[kind as keyof typeof matchWords]}${of}`;
    case 'opening':
      return `${openingWords[kind]}${of}`;
  }
}

function ledgerText({ kind, about, nominee, cause, hiddenNames }: JournalRow): string {
  const { payee } = withoutHiddenNames({ payee: about }, hiddenNames);
  const need =
    nominee === null ? (cause ?? 'an import that was taken back') : `${nominee} (${cause})`;
  const subject = payee === null ? need : `${payee}, for ${need}`;
  return `${moveNames[kind as MoveKind]}: ${subject}`;
}
