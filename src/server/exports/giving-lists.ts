import { sql } from 'kysely';
import { z } from 'zod';
import { listExpectedTransfers } from '#contract/giving/announced-transfers.ts';
import { listComments } from '#contract/giving/comments.ts';
import { listDonations } from '#contract/giving/donations.ts';
import { listExpectedDonations } from '#contract/giving/expected-donations.ts';
import { listInKindDonations } from '#contract/giving/in-kind.ts';
import { depositId } from '#contract/ids.ts';
import { bindingEndNames } from '#core/giving/bound-donations.ts';
import { commentStateWords } from '#core/giving/comments.ts';
import { depositKinds, depositStateWords, lineReturns } from '#core/giving/deposits.ts';
import { sourceWords } from '#core/giving/donation-sources.ts';
import { expectedDonationWords } from '#core/giving/expected-donations.ts';
import { valueSources } from '#core/giving/in-kind.ts';
import { dayOf, filterOf, hasValue } from '#server/exports/filters.ts';
import { booksCurrency, queryList, rowCurrency } from '#server/exports/list.ts';
import {
  expectedTransferRows,
  transfersShown,
} from '#server/giving/announced-transfers/queries.ts';
import { commentsShown } from '#server/giving/comments/queries.ts';
import { depositLineRows } from '#server/giving/deposits/queries.ts';
import {
  availableCentsSql,
  donationsShown,
  isDisputedSql,
} from '#server/giving/donations/queries.ts';
import { expectedRows } from '#server/giving/expected-donations/queries.ts';
import { inKindRows } from '#server/giving/in-kind/queries.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { costCentsSql } from '#server/provider/card-costs/queries.ts';

/* Lists that can be exported: what was given, and what is expected. */

export const givingLists = {
  /** The paid donations, as on the page "Manage Donations". */
  donations: queryList({
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
  }),

  /** The donations in kind, as on their page. */
  'in-kind': queryList({
    right: 'lists.read',
    filter: filterOf(listInKindDonations),
    shown: ({ db }, { donorId }) =>
      inKindRows(db).where(hasValue('inKindDonations.donorId', donorId)),
    rows: (shown, { timeZone }) =>
      shown.select(dayOf('inKindDonations.voidedAt', timeZone).as('voidedOn')),
    newest: { moment: 'inKindDonations.createdAt', id: 'inKindDonations.id' },
    columns: {
      ID: ['text', (row) => row.id],
      'Received On': ['day', (row) => row.receivedOn],
      What: ['text', (row) => row.description],
      'Value for the Records': ['amount', (row) => row.valueCents],
      Currency: booksCurrency,
      'Value Said By': ['text', ({ valueFrom }) => valueFrom && valueSources[valueFrom]],
      'Given to Nomination': ['text', (row) => row.nominationId],
      Receipt: ['text', (row) => row.receiptNumber],
      'In Public': ['text', (row) => row.publicText],
      'Void Since': ['day', (row) => row.voidedOn],
      'Why Void': ['text', (row) => row.voidReason],
      'First Name': ['text', (row) => row.firstName, 'contacts.read'],
      'Last Name': ['text', (row) => row.lastName, 'contacts.read'],
      'Email Address': ['text', (row) => row.email, 'contacts.read'],
    },
  }),

  /** What employers and funds are expected to give, as on its page. */
  'expected-donations': queryList({
    right: 'contacts.read',
    filter: filterOf(listExpectedDonations),
    shown: ({ db }, { expectedState }) => expectedRows(db).where(hasValue('state', expectedState)),
    rows: (shown, { timeZone }) =>
      shown.select([
        dayOf('expectedDonations.createdAt', timeZone).as('day'),
        dayOf('expectedDonations.changedAt', timeZone).as('changedOn'),
        'adviserEmail',
      ]),
    newest: { moment: 'expectedDonations.createdAt', id: 'expectedDonations.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      Kind: ['text', ({ kind }) => (kind === 'employer' ? 'Employer' : 'Fund')],
      'Employer or Fund': ['text', (row) => row.organization],
      'Expected Amount': ['amount', (row) => row.expectedAmount],
      Currency: booksCurrency,
      State: ['text', (row) => expectedDonationWords[row.state]],
      'State Since': ['day', (row) => row.changedOn],
      Note: ['text', (row) => row.note],
      'Matched Donation': ['text', (row) => row.donationId],
      'Paid With Donation': ['text', (row) => row.paidDonationId],
      'Named By': ['text', (row) => row.person],
      Anonymous: ['flag', (row) => row.isAnonymous],
      'Email Address of Adviser': ['text', (row) => row.adviserEmail],
    },
  }),

  /** What donors say in public, as on its page: with first names, and without those of anonymous donations. */
  comments: queryList({
    right: 'pages.publish',
    filter: filterOf(listComments),
    shown: ({ db }, filter) => commentsShown(db, filter),
    rows: (shown, { timeZone }) =>
      shown.select([
        dayOf('publicComments.createdAt', timeZone).as('day'),
        dayOf('publicComments.decidedAt', timeZone).as('decidedOn'),
      ]),
    newest: { moment: 'publicComments.createdAt', id: 'publicComments.donationId' },
    columns: {
      Donation: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      'First Name': ['text', (row) => row.firstName],
      Comment: ['text', (row) => row.text],
      Cause: ['text', (row) => row.cause],
      State: ['text', (row) => commentStateWords[row.state]],
      'Decided On': ['day', (row) => row.decidedOn],
    },
  }),

  /** The lines of deposits, each with its deposit: those of all, or of one. */
  deposits: queryList({
    right: 'contacts.read',
    filter: z.strictObject({ depositId: depositId.optional() }),
    shown: ({ db }, { depositId: of }) => depositLineRows(db).where(hasValue('depositId', of)),
    rows: (shown) =>
      shown
        .innerJoin('deposits', 'deposits.id', 'lines.depositId')
        .select([
          'depositId',
          'deposits.title',
          'deposits.state',
          'position',
          'donations.isAnonymous',
          'closedAt',
          'confirmedAt',
          userNameBy('deposits.countedBy').as('countedByName'),
          userNameBy('deposits.closedBy').as('closedByName'),
          userNameBy('deposits.confirmedBy').as('confirmedByName'),
        ]),
    newest: { id: 'lines.id' },
    columns: {
      Deposit: ['text', (row) => row.title],
      'State of the Deposit': ['text', (row) => depositStateWords[row.state]],
      Line: ['number', (row) => row.position + 1],
      'Received On': ['day', (row) => row.receivedOn],
      Kind: ['text', (row) => depositKinds[row.kind]],
      'Number of Check': ['text', (row) => row.checkNumber],
      Amount: ['amount', (row) => row.amount],
      Currency: booksCurrency,
      Cause: ['text', (row) => row.causeName],
      'First Name': ['text', (row) => row.firstName],
      'Last Name': ['text', (row) => row.lastName],
      'Email Address': ['text', (row) => row.email],
      Anonymous: ['flag', (row) => row.isAnonymous ?? false],
      Note: ['text', (row) => row.note],
      Donation: ['text', (row) => row.donationId],
      'Bank Line': ['text', (row) => row.bankLineId],
      Returned: ['text', ({ returnedAs }) => returnedAs && lineReturns[returnedAs].name],
      'Why Returned': ['text', (row) => row.returnedReason],
      'Returned (UTC)': ['moment', (row) => row.returnedAt],
      'Returned By': ['text', (row) => row.returnedAt && row.returnedByName],
      'Counted By': ['text', (row) => row.countedByName],
      'Closed (UTC)': ['moment', (row) => row.closedAt],
      'Closed By': ['text', (row) => row.closedAt && row.closedByName],
      'Confirmed (UTC)': ['moment', (row) => row.confirmedAt],
      'Confirmed By': ['text', (row) => row.confirmedAt && row.confirmedByName],
      'Deposit ID': ['text', (row) => row.depositId],
      ID: ['text', (row) => row.id],
    },
  }),

  /** Bank transfers that donors announced, as on the page "Announced Transfers". */
  'announced-transfers': queryList({
    right: 'contacts.read',
    filter: filterOf(listExpectedTransfers),
    shown: ({ db }, filter) => expectedTransferRows(db).where(transfersShown(filter)),
    rows: (shown, { timeZone }) =>
      shown.select(dayOf('expectedTransfers.createdAt', timeZone).as('day')),
    newest: { moment: 'expectedTransfers.createdAt', id: 'expectedTransfers.id' },
    columns: {
      Reference: ['text', (row) => row.reference],
      Date: ['day', (row) => row.day],
      'Time (UTC)': ['moment', (row) => row.createdAt],
      'Announced Amount': ['amount', (row) => row.amount],
      Currency: booksCurrency,
      Cause: ['text', (row) => row.causeName],
      'First Name': ['text', (row) => row.firstName],
      'Last Name': ['text', (row) => row.lastName],
      'Email Address': ['text', (row) => row.email],
      'Times Arrived': ['number', (row) => row.arrivals],
      'Last Arrived': ['day', (row) => row.lastArrivedOn],
      ID: ['text', (row) => row.id],
    },
  }),
};
