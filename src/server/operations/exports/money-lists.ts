import { sql } from 'kysely';
import { listDonations } from '#contract/giving/donations.ts';
import { listDonors } from '#contract/giving/donors.ts';
import type { DonorId } from '#contract/ids.ts';
import { bindingEndNames } from '#core/bound-donations.ts';
import { withoutHiddenNames } from '#core/consent.ts';
import { sourceWords } from '#core/donation-sources.ts';
import type { Place } from '#core/ledger.ts';
import { availableCentsSql, donationsShown } from '#server/giving/donations/queries.ts';
import { unlessAnonymous } from '#server/giving/donors/anonymity.ts';
import { donorsShown, totals } from '#server/giving/donors/queries.ts';
import { costCentsSql } from '#server/giving/operations-money/queries.ts';
import { actorName } from '#server/operations/audit-trail/queries.ts';
import {
  dayOf,
  momentIn,
  type Period,
  period,
  periodOfNomination,
} from '#server/operations/exports/filters.ts';
import {
  bookCurrencyColumn,
  currencyColumn,
  exportList,
  pageById,
  type Source,
} from '#server/operations/exports/list.ts';
import { moveNames } from '#server/operations/exports/move-names.ts';
import { after, toPage } from '#server/platform/db/paging.ts';
import { hiddenNamesSql, nomineeInFiles } from '#server/vetting/consents/gate.ts';

/** The paid donations, as on the page "Manage Donations". */
export const donations = exportList({
  right: 'lists.read',
  filter: listDonations.query.omit({ limit: true, cursor: true, firstFor: true }).strict(),
  async count({ db }, filter) {
    const { count } = await db
      .selectFrom('donations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(donationsShown(filter))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, filter, { limit, cursor }) {
    let query = db
      .selectFrom('donations')
      .innerJoin('causes', 'causes.id', 'donations.causeId')
      .innerJoin('donors', 'donors.id', 'donations.donorId')
      .select([
        'donations.id',
        'donations.createdAt',
        dayOf('donations.createdAt', timeZone).as('day'),
        'amountCents',
        'currency',
        availableCentsSql.as('availableCents'),
        'allocatedCents',
        'returnedCents',
        'spentBeforeCents',
        'deficitCents',
        'coverCents',
        costCentsSql.as('costCents'),
        'causes.name as cause',
        'source',
        'receivedOn',
        'paymentIntentId',
        'boundTo',
        dayOf('donations.boundUntil', timeZone).as('boundUntilDay'),
        dayOf('donations.releasedFromBoundAt', timeZone).as('freeSince'),
        'releasedFromBoundWhy',
        'isAvailableToVolunteerTime',
        'donations.isAnonymous',
        sql<
          string | null
        >`(select case kind when 'honor' then 'In honor of ' else 'In memory of ' end || honoree
          from dedications where dedications.donation_id = coalesce(plan_id, donations.id))`.as(
          'dedication',
        ),
        sql<string | null>`(select text from public_comments
          where public_comments.donation_id = donations.id)`.as('comment'),
        sql<string | null>`(select organization from expected_donations
          where expected_donations.donation_id = donations.id)`.as('employer'),
        'donors.firstName',
        'donors.lastName',
        'donors.email',
        'phone',
        'zip',
        'description',
      ])
      .select((row) =>
        row
          .exists(
            row
              .selectFrom('disputes')
              .select('disputes.id')
              .whereRef('disputes.donationId', '=', 'donations.id')
              .where('disputes.status', '=', 'open'),
          )
          .$castTo<boolean>()
          .as('isDisputed'),
      )
      .where(donationsShown(filter))
      .orderBy('donations.createdAt', 'desc')
      .orderBy('donations.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(after('donations', cursor));
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    { title: 'Available Amount', type: 'amount', value: (row) => row.availableCents },
    { title: 'Allocated', type: 'amount', value: (row) => row.allocatedCents },
    { title: 'Returned', type: 'amount', value: (row) => row.returnedCents },
    { title: 'Spent Before', type: 'amount', value: (row) => row.spentBeforeCents },
    { title: 'Deficit', type: 'amount', value: (row) => row.deficitCents },
    { title: 'Added for Card Costs', type: 'amount', value: (row) => row.coverCents },
    { title: 'Card Costs', type: 'amount', value: (row) => row.costCents },
    currencyColumn,
    { title: 'Disputed', type: 'flag', value: (row) => row.isDisputed },
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'Source', type: 'text', value: (row) => sourceWords[row.source] },
    { title: 'Received On', type: 'day', value: (row) => row.receivedOn },
    { title: 'Stripe ID', type: 'text', value: (row) => row.paymentIntentId },
    { title: 'Given for Nomination', type: 'text', value: (row) => row.boundTo },
    { title: 'For It Only Until', type: 'day', value: (row) => row.boundUntilDay },
    { title: 'Free Since', type: 'day', value: (row) => row.freeSince },
    {
      title: 'Free Because',
      type: 'text',
      value: ({ releasedFromBoundWhy: why }) => why && bindingEndNames[why],
    },
    { title: 'Volunteer', type: 'flag', value: (row) => row.isAvailableToVolunteerTime },
    { title: 'Anonymous', type: 'flag', value: (row) => row.isAnonymous },
    { title: 'First Name', type: 'text', value: (row) => row.firstName, right: 'contacts.read' },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName, right: 'contacts.read' },
    { title: 'Email Address', type: 'text', value: (row) => row.email, right: 'contacts.read' },
    { title: 'Phone Number', type: 'text', value: (row) => row.phone, right: 'contacts.read' },
    { title: 'Zip Code', type: 'text', value: (row) => row.zip, right: 'contacts.read' },
    { title: 'Description', type: 'text', value: (row) => row.description, right: 'contacts.read' },
    { title: 'Dedication', type: 'text', value: (row) => row.dedication, right: 'contacts.read' },
    { title: 'Public Comment', type: 'text', value: (row) => row.comment, right: 'contacts.read' },
    { title: 'Employer', type: 'text', value: (row) => row.employer, right: 'contacts.read' },
  ],
});

/** Everybody who donated, as on the page "Donors"; not in its order, which changes with each donation. */
export const donors = exportList({
  right: 'contacts.read',
  filter: listDonors.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db, timeZone }, { search = '' }) {
    const { count } = await db
      .selectFrom('donors')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(donorsShown(search, timeZone))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, { search = '' }, { limit, cursor }) {
    let query = db
      .selectFrom('donors')
      .select(['donors.id', 'firstName', 'lastName', 'email', ...totals])
      .select(dayOf('lastDonationAt', timeZone).as('lastDay'))
      .where(donorsShown(search, timeZone))
      .orderBy('donors.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where('donors.id', '<', cursor as DonorId);
    return pageById(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName },
    { title: 'Email Address', type: 'text', value: (row) => row.email },
    { title: 'Donations', type: 'number', value: (row) => row.donations },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    { title: 'Returned', type: 'amount', value: (row) => row.returnedAmount },
    bookCurrencyColumn,
    { title: 'Last Donation', type: 'day', value: (row) => row.lastDay },
  ],
});

/**
 * What is allocated, without what was released, as in the dialogs of donations and nominations. Who asks where the money
 * for a need came from gets this list, so it names nobody who stays anonymous.
 */
export const allocations = exportList({
  right: 'lists.read',
  filter: periodOfNomination,
  async count({ db, timeZone }, { nominationId, ...days }) {
    let query = db
      .selectFrom('allocations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('allocations.amountCents', '>', 0)
      .where(momentIn('allocations.createdAt', days, timeZone));
    if (nominationId !== undefined) query = query.where('nominationId', '=', nominationId);
    return (await query.executeTakeFirstOrThrow()).count;
  },
  async read({ db, timeZone }, { nominationId, ...days }, { limit, cursor }) {
    let query = db
      .selectFrom('allocations')
      .innerJoin('donations', 'donations.id', 'allocations.donationId')
      .innerJoin('donors', 'donors.id', 'donations.donorId')
      .innerJoin('nominations', 'nominations.id', 'allocations.nominationId')
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select([
        'allocations.id',
        'allocations.createdAt',
        dayOf('allocations.createdAt', timeZone).as('day'),
        'allocations.amountCents',
        'allocations.spentCents',
        'allocations.currency',
        'allocations.donationId',
        'allocations.nominationId',
        nomineeInFiles.as('nominee'),
        'causes.name as cause',
        'donations.isAnonymous',
        unlessAnonymous('donors.firstName').as('firstName'),
        unlessAnonymous('donors.lastName').as('lastName'),
        unlessAnonymous('donors.email').as('email'),
      ])
      .where('allocations.amountCents', '>', 0)
      .where(momentIn('allocations.createdAt', days, timeZone))
      .orderBy('allocations.id', 'desc')
      .limit(limit + 1);
    if (nominationId !== undefined) {
      query = query.where('allocations.nominationId', '=', nominationId);
    }
    if (cursor !== undefined) query = query.where(sql<boolean>`allocations.id < ${cursor}::uuid`);
    return pageById(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    { title: 'Spent', type: 'amount', value: (row) => row.spentCents },
    currencyColumn,
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Nominee', type: 'text', value: (row) => row.nominee },
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'Anonymous', type: 'flag', value: (row) => row.isAnonymous },
    {
      title: 'Donor First Name',
      type: 'text',
      value: (row) => row.firstName,
      right: 'contacts.read',
    },
    {
      title: 'Donor Last Name',
      type: 'text',
      value: (row) => row.lastName,
      right: 'contacts.read',
    },
    {
      title: 'Donor Email Address',
      type: 'text',
      value: (row) => row.email,
      right: 'contacts.read',
    },
  ],
});

async function countEntries({ db, timeZone }: Source, days: Period): Promise<number> {
  const { count } = await db
    .selectFrom('ledgerEntries')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(momentIn('ledgerEntries.createdAt', days, timeZone))
    .executeTakeFirstOrThrow();
  return count;
}

async function readEntries(
  { db, timeZone }: Source,
  days: Period,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  let query = db
    .selectFrom('ledgerEntries')
    .innerJoin('donations', 'donations.id', 'ledgerEntries.donationId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .leftJoin('nominations', 'nominations.id', 'ledgerEntries.nominationId')
    .leftJoin('expenses', 'expenses.id', 'ledgerEntries.expenseId')
    .leftJoin('users', (join) => join.on('ledgerEntries.actor', '=', sql`'user:' || users.id`))
    .select([
      'ledgerEntries.id',
      'ledgerEntries.createdAt',
      dayOf('ledgerEntries.createdAt', timeZone).as('day'),
      'kind',
      'fromPlace',
      'toPlace',
      'ledgerEntries.amountCents',
      'ledgerEntries.currency',
      'ledgerEntries.donationId',
      'ledgerEntries.nominationId',
      'ledgerEntries.allocationId',
      'ledgerEntries.expenseId',
      nomineeInFiles.as('nominee'),
      'payee',
      hiddenNamesSql.as('hiddenNames'),
      'causes.name as cause',
      'ledgerEntries.actor',
      'users.firstName',
      'users.lastName',
      'ledgerEntries.reason',
      sql<string>`encode(ledger_entries.hash, 'hex')`.as('hash'),
    ])
    .where(momentIn('ledgerEntries.createdAt', days, timeZone))
    .orderBy('ledgerEntries.id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(sql<boolean>`ledger_entries.id < ${cursor}::uuid`);
  const rows = await query.execute();
  return pageById(
    rows.map(({ hiddenNames, ...row }) => withoutHiddenNames(row, hiddenNames)),
    limit,
  );
}
type EntryRow = Awaited<ReturnType<typeof readEntries>>['items'][number];

const placeNames: Record<Place, string> = {
  outside: 'Outside',
  waiting: 'Waiting',
  allocated: 'Allocated',
  spent: 'Spent',
  spent_before: 'Spent before the import',
};

/** Every entry of the ledger. Who booked it and why is in the audit trail, and takes the right to read that. */
export const ledger = exportList<Period, EntryRow>({
  right: 'lists.read',
  filter: period,
  count: countEntries,
  read: readEntries,
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Move', type: 'text', value: (row) => moveNames[row.kind] },
    { title: 'From', type: 'text', value: (row) => placeNames[row.fromPlace] },
    { title: 'To', type: 'text', value: (row) => placeNames[row.toPlace] },
    { title: 'Amount', type: 'amount', value: (row) => row.amountCents },
    currencyColumn,
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'Nominee', type: 'text', value: (row) => row.nominee },
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Allocation', type: 'text', value: (row) => row.allocationId },
    { title: 'Expense', type: 'text', value: (row) => row.expenseId },
    { title: 'Hash', type: 'text', value: (row) => row.hash },
    { title: 'By', type: 'text', value: actorName, right: 'audit.read' },
    { title: 'Reason', type: 'text', value: (row) => row.reason, right: 'audit.read' },
  ],
});
