import { sql } from 'kysely';
import { listDonors } from '#contract/donors/donors.ts';
import { listDonations } from '#contract/giving/donations.ts';
import { bindingEndNames } from '#core/giving/bound-donations.ts';
import { sourceWords } from '#core/giving/donation-sources.ts';
import type { Place } from '#core/ledger/ledger.ts';
import { unlessAnonymous } from '#server/donors/donors/anonymity.ts';
import { donorsShown, totals } from '#server/donors/donors/queries.ts';
import {
  dayOf,
  filterOf,
  hasValue,
  momentIn,
  period,
  periodOfNomination,
} from '#server/exports/filters.ts';
import { booksCurrency, queryList, rowCurrency } from '#server/exports/list.ts';
import { moveNames } from '#server/exports/move-names.ts';
import {
  availableCentsSql,
  donationsShown,
  isDisputedSql,
} from '#server/giving/donations/queries.ts';
import { actorName } from '#server/operations/audit-trail/queries.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { costCentsSql } from '#server/provider/card-costs/queries.ts';
import { nomineeInFiles } from '#server/vetting/consents/gate.ts';

/* Lists that can be exported: donations, donors, allocations, and the ledger. */

/** The paid donations, as on the page "Manage Donations". */
export const donations = queryList({
  right: 'lists.read',
  filter: filterOf(listDonations),
  shown: ({ db }, filter) => db.selectFrom('donations').where(donationsShown(filter)),
  rows: (shown, { timeZone }) =>
    shown
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
      .select(isDisputedSql.as('isDisputed')),
  newest: { moment: 'donations.createdAt', id: 'donations.id' },
  columns: {
    ID: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    'Time (UTC)': ['moment', (row) => row.createdAt],
    Amount: ['amount', (row) => row.amountCents],
    'Available Amount': ['amount', (row) => row.availableCents],
    Allocated: ['amount', (row) => row.allocatedCents],
    Returned: ['amount', (row) => row.returnedCents],
    'Spent Before': ['amount', (row) => row.spentBeforeCents],
    Deficit: ['amount', (row) => row.deficitCents],
    'Added for Card Costs': ['amount', (row) => row.coverCents],
    'Card Costs': ['amount', (row) => row.costCents],
    Currency: rowCurrency,
    Disputed: ['flag', (row) => row.isDisputed],
    Cause: ['text', (row) => row.cause],
    Source: ['text', (row) => sourceWords[row.source]],
    'Received On': ['day', (row) => row.receivedOn],
    'Stripe ID': ['text', (row) => row.paymentIntentId],
    'Given for Nomination': ['text', (row) => row.boundTo],
    'For It Only Until': ['day', (row) => row.boundUntilDay],
    'Free Since': ['day', (row) => row.freeSince],
    'Free Because': ['text', ({ releasedFromBoundWhy: why }) => why && bindingEndNames[why]],
    Volunteer: ['flag', (row) => row.isAvailableToVolunteerTime],
    Anonymous: ['flag', (row) => row.isAnonymous],
    'First Name': ['text', (row) => row.firstName, 'contacts.read'],
    'Last Name': ['text', (row) => row.lastName, 'contacts.read'],
    'Email Address': ['text', (row) => row.email, 'contacts.read'],
    'Phone Number': ['text', (row) => row.phone, 'contacts.read'],
    'Zip Code': ['text', (row) => row.zip, 'contacts.read'],
    Description: ['text', (row) => row.description, 'contacts.read'],
    Dedication: ['text', (row) => row.dedication, 'contacts.read'],
    'Public Comment': ['text', (row) => row.comment, 'contacts.read'],
    Employer: ['text', (row) => row.employer, 'contacts.read'],
  },
});

/** Everybody who donated, as on the page "Donors"; not in its order, which changes with each donation. */
export const donors = queryList({
  right: 'contacts.read',
  filter: filterOf(listDonors),
  shown: ({ db, timeZone }, { search = '' }) =>
    db.selectFrom('donors').where(donorsShown(search, timeZone)),
  rows: (shown, { timeZone }) =>
    shown
      .select(['donors.id', 'firstName', 'lastName', 'email', ...totals])
      .select(dayOf('lastDonationAt', timeZone).as('lastDay')),
  newest: { id: 'donors.id' },
  columns: {
    ID: ['text', (row) => row.id],
    'First Name': ['text', (row) => row.firstName],
    'Last Name': ['text', (row) => row.lastName],
    'Email Address': ['text', (row) => row.email],
    Donations: ['number', (row) => row.donations],
    Amount: ['amount', (row) => row.amount],
    Returned: ['amount', (row) => row.returnedAmount],
    Currency: booksCurrency,
    'Last Donation': ['day', (row) => row.lastDay],
  },
});

/**
 * What is allocated, without what was released, as in the dialogs of donations and nominations. Who asks where the money
 * for a need came from gets this list, so it names nobody who stays anonymous.
 */
export const allocations = queryList({
  right: 'lists.read',
  filter: periodOfNomination,
  shown: ({ db, timeZone }, { nominationId, ...days }) =>
    db
      .selectFrom('allocations')
      .where('allocations.amountCents', '>', 0)
      .where(momentIn('allocations.createdAt', days, timeZone))
      .where(hasValue('allocations.nominationId', nominationId)),
  rows: (shown, { timeZone }) =>
    shown
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
      ]),
  newest: { id: 'allocations.id' },
  columns: {
    ID: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    'Time (UTC)': ['moment', (row) => row.createdAt],
    Amount: ['amount', (row) => row.amountCents],
    Spent: ['amount', (row) => row.spentCents],
    Currency: rowCurrency,
    Donation: ['text', (row) => row.donationId],
    Nomination: ['text', (row) => row.nominationId],
    Nominee: ['text', (row) => row.nominee],
    Cause: ['text', (row) => row.cause],
    Anonymous: ['flag', (row) => row.isAnonymous],
    'Donor First Name': ['text', (row) => row.firstName, 'contacts.read'],
    'Donor Last Name': ['text', (row) => row.lastName, 'contacts.read'],
    'Donor Email Address': ['text', (row) => row.email, 'contacts.read'],
  },
});

const placeNames: Record<Place, string> = {
  outside: 'Outside',
  waiting: 'Waiting',
  allocated: 'Allocated',
  spent: 'Spent',
  spent_before: 'Spent before the import',
};

/** Every entry of the ledger. Who booked it and why is in the audit trail, and takes the right to read that. */
export const ledger = queryList({
  right: 'lists.read',
  filter: period,
  shown: ({ db, timeZone }, days) =>
    db.selectFrom('ledgerEntries').where(momentIn('ledgerEntries.createdAt', days, timeZone)),
  rows: (shown, { timeZone }) =>
    shown
      .innerJoin('donations', 'donations.id', 'ledgerEntries.donationId')
      .leftJoin('causes', 'causes.id', 'donations.causeId')
      .leftJoin('nominations', 'nominations.id', 'ledgerEntries.nominationId')
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
        'causes.name as cause',
        'ledgerEntries.actor',
        actorNameBy('ledgerEntries.actor').as('name'),
        'ledgerEntries.reason',
        sql<string>`encode(ledger_entries.hash, 'hex')`.as('hash'),
      ]),
  newest: { id: 'ledgerEntries.id' },
  columns: {
    ID: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    'Time (UTC)': ['moment', (row) => row.createdAt],
    Move: ['text', (row) => moveNames[row.kind]],
    From: ['text', (row) => placeNames[row.fromPlace]],
    To: ['text', (row) => placeNames[row.toPlace]],
    Amount: ['amount', (row) => row.amountCents],
    Currency: rowCurrency,
    Cause: ['text', (row) => row.cause],
    Nominee: ['text', (row) => row.nominee],
    Donation: ['text', (row) => row.donationId],
    Nomination: ['text', (row) => row.nominationId],
    Allocation: ['text', (row) => row.allocationId],
    Expense: ['text', (row) => row.expenseId],
    Hash: ['text', (row) => row.hash],
    By: ['text', actorName, 'audit.read'],
    Reason: ['text', (row) => row.reason, 'audit.read'],
  },
});
