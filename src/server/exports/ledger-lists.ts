import { sql } from 'kysely';
import type { Place } from '#core/ledger/ledger.ts';
import { dayOf, momentIn, period } from '#server/exports/filters.ts';
import { queryList, rowCurrency } from '#server/exports/list.ts';
import { moveNames } from '#server/exports/move-names.ts';
import { causeOfEntrySql } from '#server/ledger/move-to-other-cause.ts';
import { actorName } from '#server/operations/audit-trail/queries.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { nomineeInFiles } from '#server/vetting/consents/gate.ts';

/* Lists that can be exported: the ledger. */

const placeNames: Record<Place, string> = {
  outside: 'Outside',
  waiting: 'Waiting',
  allocated: 'Allocated',
  spent: 'Spent',
  spent_before: 'Spent before the import',
  between_causes: 'Between two causes',
};

export const ledgerLists = {
  /** Every entry of the ledger. Who booked it and why is in the audit trail, and takes the right to read that. */
  ledger: queryList({
    right: 'lists.read',
    filter: period,
    shown: ({ db, timeZone }, days) =>
      db.selectFrom('ledgerEntries').where(momentIn('ledgerEntries.createdAt', days, timeZone)),
    rows: (shown, { timeZone }) =>
      shown
        .innerJoin('donations', 'donations.id', 'ledgerEntries.donationId')
        .leftJoin('causes', (join) => join.on('causes.id', '=', causeOfEntrySql))
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
  }),
};
