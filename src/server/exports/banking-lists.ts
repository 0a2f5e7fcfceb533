import { sql } from 'kysely';
import { z } from 'zod';
import { bankAccountId } from '#contract/ids.ts';
import { matchWords } from '#core/banking/bank-proposals.ts';
import { lastBooked, matchName } from '#server/banking/matches/queries.ts';
import { hasValue } from '#server/exports/filters.ts';
import { booksCurrency, exportList } from '#server/exports/list.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';

/* Lists that can be exported: lines of bank accounts. */

function wordOf({ kind, cents }: { kind: keyof typeof matchWords | null; cents: number }): string {
  if (kind !== null) return matchWords[kind];
  return cents === 0 ? 'No money' : 'Not matched';
}

// A line has many parts or none.
const partId = sql<string>`coalesce(bank_matches.id, bank_lines.id)`;

function parts(db: Db, accountId: string | undefined) {
  return db
    .selectFrom('bankLines')
    .leftJoin('bankMatches', 'bankMatches.lineId', 'bankLines.id')
    .where(hasValue('accountId', accountId));
}

export const bankingLists = {
  /** Lines of statements with what they are: a line with several parts has a row for each, and one without has one. */
  'bank-lines': exportList({
    right: 'contacts.read',
    filter: z.strictObject({ accountId: bankAccountId.optional() }),
    async count({ db }, { accountId }) {
      return howMany(parts(db, accountId));
    },
    async read({ db }, { accountId }, page) {
      const query = parts(db, accountId)
        .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
        .select([
          partId.as('id'),
          'bankLines.id as lineId',
          'bookedOn',
          'valueOn',
          'bankAccounts.name as account',
          'bankLines.cents',
          'counterparty',
          'counterpartyAccount',
          'text',
          'bankMatches.kind',
          'bankMatches.cents as partCents',
          sql<string | null>`case when bank_matches.id is null then null else ${matchName} end`.as(
            'name',
          ),
          sql<string | null>`case when bank_matches.id is null then null
          else ${userNameBy('bankMatches.matchedBy')} end`.as('by'),
        ]);
      return pageOf(query, page, lastBooked(partId));
    },
    columns: {
      Booked: ['day', (row) => row.bookedOn],
      'Value Date': ['day', (row) => row.valueOn],
      Account: ['text', (row) => row.account],
      'Amount of the Line': ['amount', (row) => row.cents],
      Currency: booksCurrency,
      'Paid By or To': ['text', (row) => row.counterparty],
      'Their Account': ['text', (row) => row.counterpartyAccount],
      Text: ['text', (row) => row.text],
      'What It Is': ['text', wordOf],
      'Matched With': ['text', (row) => row.name],
      'Matched Amount': ['amount', (row) => row.partCents],
      'Matched By': ['text', (row) => row.by],
      Line: ['text', (row) => row.lineId],
    },
  }),
};
