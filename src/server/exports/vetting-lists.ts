import { z } from 'zod';
import { listNominations } from '#contract/vetting/nominations.ts';
import { causeStateNames } from '#core/vetting/cause-states.ts';
import { nominationStatus, nominationStatusNames } from '#core/vetting/nomination-status.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { booksCurrency, exportList, queryList } from '#server/exports/list.ts';
import { listCauses } from '#server/vetting/causes/queries.ts';
import { nomineeInFiles } from '#server/vetting/consents/gate.ts';
import { nominationsShown } from '#server/vetting/nominations/queries.ts';

/* Lists that can be exported: nominations and causes. */

export const vettingLists = {
  /** The nominations, as on the page "Manage Nominations". */
  nominations: queryList({
    right: 'lists.read',
    filter: filterOf(listNominations),
    shown: ({ db }, filter) => db.selectFrom('nominations').where(nominationsShown(filter)),
    rows: (shown, { timeZone }) =>
      shown
        .innerJoin('causes', 'causes.id', 'nominations.causeId')
        .select([
          'nominations.id',
          'nominations.createdAt',
          dayOf('nominations.createdAt', timeZone).as('day'),
          nomineeInFiles.as('nominee'),
          'causes.name as cause',
          'isAccepted',
          'isRejected',
          'isCompleted',
          'allocatedCents',
          'spentCents',
          'goalCents',
          'description',
          'firstName',
          'lastName',
          'email',
          'phone',
          'zip',
        ]),
    newest: { moment: 'nominations.createdAt', id: 'nominations.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      'Time (UTC)': ['moment', (row) => row.createdAt],
      Nominee: ['text', (row) => row.nominee],
      Cause: ['text', (row) => row.cause],
      Status: ['text', (row) => nominationStatusNames[nominationStatus(row)]],
      'Allocated Amount': ['amount', (row) => row.allocatedCents],
      Spent: ['amount', (row) => row.spentCents],
      Goal: ['amount', (row) => row.goalCents],
      Currency: booksCurrency,
      Description: ['text', (row) => row.description, 'needs.read'],
      'First Name': ['text', (row) => row.firstName, 'nominations.read'],
      'Last Name': ['text', (row) => row.lastName, 'nominations.read'],
      'Email Address': ['text', (row) => row.email, 'nominations.read'],
      'Phone Number': ['text', (row) => row.phone, 'nominations.read'],
      'Zip Code': ['text', (row) => row.zip, 'nominations.read'],
    },
  }),

  /** The causes, of which there are few. */
  causes: exportList({
    right: 'lists.read',
    filter: z.strictObject({}),
    count: async ({ db }) => (await listCauses(db)).length,
    read: async ({ db }) => ({ items: await listCauses(db), nextCursor: null }),
    columns: {
      ID: ['text', (row) => row.id],
      Name: ['text', (row) => row.name],
      Description: ['text', (row) => row.description],
      State: ['text', (row) => causeStateNames[row.state]],
      'For Running Costs': ['text', (row) => (row.isForRunningCosts ? 'Yes' : 'No')],
      Donations: ['number', (row) => row._count.donations],
      Nominations: ['number', (row) => row._count.nominations],
    },
  }),
};
