import { type RawBuilder, sql } from 'kysely';
import type { OperationsEntryId } from '#contract/ids.ts';
import type { CardCosts, OperationsEntry } from '#contract/provider/card-costs.ts';
import { describeActor } from '#core/audit.ts';
import { graceDays } from '#core/ledger/promise.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';

/** Whether what a payment cost was reported before its donation was booked, for a query on checkouts. */
export function hasWaitingCosts(paymentIntentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from balance_transactions
    where balance_transactions.payment_intent_id = ${paymentIntentId})`;
}

/** Which of these moves of our balance at the provider are recorded. */
export async function knownTransactions(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('balanceTransactions')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a move at the provider is older than the import of its payment: its money was that of an earlier system, which
 * paid what it cost. The charge itself is always older, even if the provider tells of it later. For a query on balance_transactions.
 */
export const isFromBeforeImportSql = sql<boolean>`exists (
  select from donations as imported
  join ledger_entries as paid on paid.donation_id = imported.id and paid.kind = 'payment'
  where imported.source = 'import' and imported.payment_intent_id = balance_transactions.payment_intent_id
    and (balance_transactions.category = 'charge' or balance_transactions.created_at < paid.created_at))`;

/** What a payment has cost so far, in cents; null as long as the provider has not said it. For a query on donations. */
export const costCentsSql = sql<number | null>`(
  select -coalesce(sum(operations_entries.amount_cents), 0)::bigint
  from balance_transactions
  left join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
  where balance_transactions.payment_intent_id = donations.payment_intent_id and not ${isFromBeforeImportSql}
  having count(*) > 0)`;

/** What is still there of what the donor added for card costs, in cents. For a query on donations. */
export const coverLeftSql = sql<number>`(
  select coalesce(sum(operations_entries.amount_cents), 0)::bigint
  from operations_entries where operations_entries.donation_id = donations.id)`;

/** The parts of the fee of a payment, as the provider names them. For a query on donations. */
export const feePartsSql = sql<
  { type: string; description: string; amountCents: number }[]
>`coalesce((
  select balance_transactions.fee_parts from balance_transactions
  where balance_transactions.payment_intent_id = donations.payment_intent_id
    and balance_transactions.category = 'charge'
    and balance_transactions.currency = donations.currency
  limit 1), '[]')`;

/** What is missing to pay card costs, once it has been missing for too long to promise 100%; 0 otherwise. */
export const missingCentsSql = sql<number>`coalesce((
  select costs_cents - covered_cents - donated_cents - topped_up_cents from operations_totals
  where below_since < now() - make_interval(days => ${graceDays})), 0)`;

/** {@link missingCentsSql} at this moment. */
export async function readMissingCents(db: Db): Promise<number> {
  const { missing } = await db
    .selectNoFrom(missingCentsSql.as('missing'))
    .executeTakeFirstOrThrow();
  return missing;
}

/** What card costs came to so far and who paid them, in cents. */
export async function readTotals(db: Db) {
  const { coveredCents, donatedCents, toppedUpCents, costsCents, belowSince } = await db
    .selectFrom('operationsTotals')
    .select(['coveredCents', 'donatedCents', 'toppedUpCents', 'costsCents', 'belowSince'])
    .executeTakeFirstOrThrow();
  return {
    balance: coveredCents + donatedCents + toppedUpCents - costsCents,
    covered: coveredCents,
    donated: donatedCents,
    toppedUp: toppedUpCents,
    costs: costsCents,
    belowSince,
  };
}

// As many payments as tell what cards cost a charity, whatever cards there were.
const sampled = 100;

/** What card costs came to, who paid them, and what the last payments cost. */
export async function summarizeCardCosts(db: Db): Promise<CardCosts> {
  const { rows } = await sql<{ payments: number; paid: number; costs: number }>`
    select count(*)::int as payments, coalesce(sum(paid), 0)::bigint as paid, coalesce(-sum(cents), 0)::bigint as costs
    from (
      select donations.amount_cents + donations.cover_cents as paid, coalesce(operations_entries.amount_cents, 0) as cents
      from balance_transactions
      join donations on donations.payment_intent_id = balance_transactions.payment_intent_id
      left join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
      where balance_transactions.category = 'charge' and not ${isFromBeforeImportSql}
      order by balance_transactions.created_at desc, balance_transactions.id desc limit ${sampled}
    ) as latest`.execute(db);
  const [lately] = rows;
  return { ...(await readTotals(db)), lately: lately && lately.payments > 0 ? lately : null };
}

/** The operations book, newest first. */
export async function listOperationsEntries(
  db: Db,
  page: PageInput,
): Promise<Page<OperationsEntry>> {
  const { items, nextCursor } = await pageOf(operationsRows(db), page, newest('operationsEntries'));
  return { items: items.map(entryOf), nextCursor };
}

/** One entry of it. */
export async function getOperationsEntry(db: Db, id: OperationsEntryId): Promise<OperationsEntry> {
  const entry = await operationsRows(db)
    .where('operationsEntries.id', '=', id)
    .executeTakeFirstOrThrow();
  return entryOf(entry);
}

/** The entries of the operations book, each with who booked it: for {@link entryOf}. */
export function operationsRows(db: Db) {
  return db
    .selectFrom('operationsEntries')
    .leftJoin('balanceTransactions', 'balanceTransactions.id', 'balanceTransactionId')
    .leftJoin('donations', 'donations.paymentIntentId', 'balanceTransactions.paymentIntentId')
    .leftJoin('expenses', 'expenses.id', 'operationsEntries.expenseId')
    .select([
      'operationsEntries.id',
      'operationsEntries.createdAt',
      'kind',
      'operationsEntries.amountCents as amount',
      'reason',
      'actor',
      'expenses.nominationId',
    ])
    .select((row) => [
      row.fn.coalesce('operationsEntries.donationId', 'donations.id').as('donationId'),
      actorNameBy('actor').as('person'),
    ]);
}

/** An entry with the name of whoever booked it. */
export function entryOf<Row extends { person: string | null; actor: string }>({
  person,
  actor,
  ...entry
}: Row) {
  return { ...entry, actor: person ?? describeActor(actor) };
}
