import { sql } from 'kysely';
import type { DonationId } from '#contract/ids.ts';
import type { DonationPage } from '#contract/publishing/donation-page.ts';
import { availableCents } from '#core/ledger/ledger.ts';
import { withoutHiddenNames } from '#core/vetting/consent.ts';
import { findDonationByLink } from '#server/donors/donation-links/queries.ts';
import { findBinding } from '#server/giving/bound-donations/queries.ts';
import { findComment } from '#server/giving/comments/queries.ts';
import { findDedication } from '#server/giving/dedications/queries.ts';
import { findEmployer } from '#server/giving/expected-donations/queries.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { publicReceipts } from '#server/publishing/files/public-files.ts';
import { hasOptedOut } from '#server/publishing/subscriptions/queries.ts';
import { findCurrentReceipt } from '#server/receipts/tax-receipts/queries.ts';
import { hiddenNamesSql, isTakenBackSql } from '#server/vetting/consents/gate.ts';

/** {@link getDonationPage} for a private link: every figure as of one moment. */
export function openDonationPage(db: Db, token: string): Promise<DonationPage> {
  return inSnapshot(db, (trx) => getDonationPage(trx, token));
}

/** The donation behind a private link, and where each of its cents is. */
export async function getDonationPage(db: Db, token: string): Promise<DonationPage> {
  const donation = await findDonationByLink(db, token);
  const { id, receivedOn, cause } = donation;
  return {
    id,
    receivedOn,
    cause,
    amount: donation.amountCents,
    waiting: availableCents(donation),
    returned: donation.returnedCents,
    returnedAs: donation.returnedAs,
    spentBefore: donation.spentBeforeCents,
    uncovered: donation.deficitCents,
    interval: donation.interval,
    costs: donation.costCents,
    isTest: donation.provider === 'test',
    cover: donation.coverCents,
    coverLeft: donation.coverLeftCents,
    missing: donation.missingCents,
    binding: donation.boundTo === null ? null : await findBinding(db, id),
    shares: await sharesOf(db, id),
    donor: donation.isViewOnly ? null : await donorOf(db, donation),
  };
}

async function donorOf(
  db: Db,
  {
    id,
    firstName,
    email,
    isAvailableToVolunteerTime,
    isAnonymous,
    planId,
  }: Awaited<ReturnType<typeof findDonationByLink>>,
): Promise<DonationPage['donor']> {
  const receipt = await findCurrentReceipt(db, id);
  return {
    firstName,
    isAvailableToVolunteerTime,
    isAnonymous,
    dedication: await findDedication(db, { id, planId }),
    comment: await findComment(db, id),
    employer: await findEmployer(db, id),
    mayDedicate: planId === null || planId === id,
    wantsUpdates: email !== null && !(await hasOptedOut(db, email)),
    receiptNumber: receipt?.number ?? null,
  };
}

/**
 * What each need got of a donation, oldest allocation first, with the expenses that it paid for. Of a need that
 * is not published, the donor sees only the amounts.
 */
async function sharesOf(db: Db, donationId: DonationId): Promise<DonationPage['shares']> {
  const needs = await db
    .selectFrom('allocations')
    .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select([
      'allocations.nominationId',
      sql<string | null>`case when is_visible then shown_name end`.as('shownName'),
      sql<boolean>`coalesce(published_at is not null and ${isTakenBackSql}, false)`.as(
        'isTakenDown',
      ),
      sql<number>`sum(amount_cents - allocations.spent_cents)::bigint`.as('allocated'),
      sql<number>`sum(allocations.spent_cents)::bigint`.as('spent'),
    ])
    .where('donationId', '=', donationId)
    .where('amountCents', '>', 0)
    .groupBy(['allocations.nominationId', 'nominations.id', 'publicPages.nominationId'])
    .orderBy(sql`min(allocations.created_at)`)
    .execute();
  const expenses = await expensesOf(db, donationId);
  const receipts = await publicReceipts(
    db,
    expenses.map((expense) => expense.id),
  );
  return needs.map(({ nominationId, shownName, isTakenDown, allocated, spent }) => ({
    needId: shownName === null ? null : nominationId,
    name: shownName,
    isTakenDown,
    allocated,
    spent,
    expenses: expenses
      .filter((expense) => shownName !== null && expense.nominationId === nominationId)
      .map(({ nominationId: _, hiddenNames, ...expense }) => ({
        ...withoutHiddenNames(expense, hiddenNames),
        receipts: receipts.get(expense.id) ?? [],
      })),
  }));
}

/** The expenses that a donation paid for, and how much of each, according to the ledger. */
function expensesOf(db: Db, donationId: DonationId) {
  const share = sql<number>`sum(case when to_place = 'spent' then ledger_entries.amount_cents else -ledger_entries.amount_cents end)::bigint`;
  return db
    .selectFrom('ledgerEntries')
    .innerJoin('expenses', 'expenses.id', 'ledgerEntries.expenseId')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select([
      'expenses.id',
      'expenses.nominationId',
      'paidOn',
      'payee',
      'purpose',
      'receiptKind',
      'isProven',
      'expenses.amountCents as amount',
      share.as('share'),
      hiddenNamesSql.as('hiddenNames'),
    ])
    .where('donationId', '=', donationId)
    .groupBy(['expenses.id', 'nominations.id'])
    .having(share, '>', 0)
    .orderBy('paidOn')
    .orderBy('expenses.id')
    .execute();
}
