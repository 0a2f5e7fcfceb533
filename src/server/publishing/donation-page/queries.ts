import { sql } from 'kysely';
import type { Gift } from '#contract/publishing/donation-page.ts';
import { availableCents } from '#core/ledger.ts';
import type { Db } from '#server/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { hasOptedOut } from '#server/publishing/subscriptions/queries.ts';
import { publicReceipts } from '#server/publishing/files/public-files.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/people/sign-in/account-links.ts';

/** The donation behind a private link. 400 when the link was replaced or never was. */
export function findGift(db: Db, token: string) {
  return db
    .selectFrom('giftLinks')
    .innerJoin('donations', 'donations.id', 'giftLinks.donationId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'donations.id',
      'donations.createdAt',
      'firstName',
      'email',
      'amountCents',
      'allocatedCents',
      'returnedCents',
      'deficitCents',
      'isAvailableToVolunteerTime',
      'causes.name as cause',
    ])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work any more. Use the one in our newest email about your gift, or write to us.',
        ),
    );
}

/** {@link getGift} for whoever has the link: every figure as of one moment. */
export function openGift(db: Db, token: string): Promise<Gift> {
  return inSnapshot(db, (trx) => getGift(trx, token));
}

/** The gift behind a private link, and where each of its cents is. */
export async function getGift(db: Db, token: string): Promise<Gift> {
  const donation = await findGift(db, token);
  const { id, createdAt, firstName, email, cause, isAvailableToVolunteerTime } = donation;
  return {
    id,
    createdAt,
    firstName,
    cause,
    amount: donation.amountCents,
    waiting: availableCents(donation),
    returned: donation.returnedCents,
    uncovered: donation.deficitCents,
    shares: await sharesOf(db, id),
    isAvailableToVolunteerTime,
    wantsUpdates: !(await hasOptedOut(db, email)),
  };
}

/**
 * What each need holds of a donation, oldest allocation first, with the payments made of it. Of a need that
 * is not published the donor learns how much it holds and nothing else.
 */
async function sharesOf(db: Db, donationId: string): Promise<Gift['shares']> {
  const needs = await db
    .selectFrom('allocations')
    .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
    .leftJoin('publicPages', (join) =>
      join
        .onRef('publicPages.nominationId', '=', 'nominations.id')
        .on('publicPages.isPublished', '=', true)
        .on('nominations.isAccepted', '=', true),
    )
    .select([
      'allocations.nominationId',
      'publicName',
      sql<number>`sum(amount_cents - allocations.spent_cents)::bigint`.as('allocated'),
      sql<number>`sum(allocations.spent_cents)::bigint`.as('spent'),
    ])
    .where('donationId', '=', donationId)
    .where('amountCents', '>', 0)
    .groupBy(['allocations.nominationId', 'publicName'])
    .orderBy(sql`min(allocations.created_at)`)
    .execute();
  const payments = await paymentsOf(db, donationId);
  const receipts = await publicReceipts(
    db,
    payments.map((payment) => payment.id),
  );
  return needs.map(({ nominationId, publicName, allocated, spent }) => ({
    needId: publicName === null ? null : nominationId,
    name: publicName,
    allocated,
    spent,
    payments: payments
      .filter((payment) => publicName !== null && payment.nominationId === nominationId)
      .map(({ nominationId: _, ...payment }) => ({
        ...payment,
        receipts: receipts.get(payment.id) ?? [],
      })),
  }));
}

/** The payments that took something of a donation, and how much; the ledger knows. */
function paymentsOf(db: Db, donationId: string) {
  const share = sql<number>`sum(case when to_place = 'spent' then ledger_entries.amount_cents else -ledger_entries.amount_cents end)::bigint`;
  return db
    .selectFrom('ledgerEntries')
    .innerJoin('spendings', 'spendings.id', 'ledgerEntries.spendingId')
    .select([
      'spendings.id',
      'spendings.nominationId',
      sql<string>`paid_on::text`.as('paidOn'),
      'payee',
      'purpose',
      'proof',
      'spendings.amountCents as amount',
      share.as('share'),
    ])
    .where('donationId', '=', donationId)
    .groupBy('spendings.id')
    .having(share, '>', 0)
    .orderBy('paidOn')
    .orderBy('spendings.id')
    .execute();
}
