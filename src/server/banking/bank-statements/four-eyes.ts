import { sql } from 'kysely';
import type { BankAccountId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import type { CsvReading } from '#server/banking/bank-statements/read-csv.ts';
import { findAgreementDay } from '#server/banking/months/queries.ts';
import type { LimitsOfCall } from '#server/people/approvals/approvals.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { SecondPersonNeeded } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* A change of lines of days on which books and bank agreed takes a second person. */

/** What a change of statements needs to know of the rules. */
export interface StatementRules {
  settings: SettingsStore;
  limits: LimitsOfCall;
}

/** How long whoever imported a wrong file can take it back alone, in hours. */
export const hoursToRemoveAlone = 24;

interface Change {
  what: string;
  /** Why these lines take a second person. */
  why: string;
  accountId: BankAccountId;
  fileName: string;
  /** How a CSV file was read. The next one may change that until somebody approves this one. */
  reading?: CsvReading | null;
}

/**
 * Throws `SecondPersonNeeded` for lines above the limit for expenses: what a bank has booked on days on which books and
 * bank were said to agree changes in sight of two people.
 */
export async function demandSecondPerson(
  trx: Trx,
  { limits }: StatementRules,
  { what, why, accountId, fileName, reading }: Change,
  lines: { cents: number }[],
): Promise<void> {
  const rules = await limits(trx);
  const moved = sumCents(lines.map(({ cents }) => Math.abs(cents)));
  if (rules === null || moved <= rules.spendingAboveCents) return;
  const { name } = await trx
    .selectFrom('bankAccounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const facts = [
    { label: 'What', value: what },
    { label: 'Account', value: name },
    { label: 'File', value: fileName || 'Without a name' },
    { label: 'Lines', value: `${countOf(lines.length, 'line')} of ${formatCents(moved)} in all` },
    { label: 'Why it takes two', value: why },
  ];
  throw new SecondPersonNeeded(facts, { reading });
}

/**
 * The last day on which books and bank agree, to be asked before lines come in: null if they never did, if one person may
 * do it, or if everything is known to be later.
 */
export async function findAgreedDay(
  trx: Trx,
  { settings, limits }: StatementRules,
  firstDay: string,
): Promise<string | null> {
  const known = await trx
    .selectFrom('bankStatements')
    .select('id')
    .where('lastDay', '>=', firstDay)
    .limit(1)
    .executeTakeFirst();
  if (!known || (await limits(trx)) === null) return null;
  const { timeZone } = await settings.read(trx);
  return (await findAgreementDay(trx, timeZone)).day;
}

/** Why lines of such a day take a second person. */
export function saidToAgree(day: string): string {
  return `Books and bank agreed until ${formatDay(day)}, which everybody could read, and these lines are of that time.`;
}

/** Whether a file came so lately that whoever imported it can take it back alone. */
export const isRecentImport = sql<boolean>`created_at > now() - make_interval(hours => ${hoursToRemoveAlone})`;
