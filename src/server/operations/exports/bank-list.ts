import { sql } from 'kysely';
import { z } from 'zod';
import { bankAccountId } from '#contract/ids.ts';
import { matchWords } from '#core/bank-proposals.ts';
import { matchName } from '#server/banking/matches/queries.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { afterRow, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

const filter = z.object({ accountId: bankAccountId.optional() }).strict();
type Filter = z.output<typeof filter>;

/** Lines of statements with what they are: a line with several parts has a row for each, and one without has one. */
export const bankLines = exportList({
  right: 'contacts.read',
  filter,
  async count({ db }, shown: Filter) {
    const { count } = await parts(db, shown)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db }, shown: Filter, { limit, cursor }) {
    let query = parts(db, shown)
      .innerJoin('bankAccounts', 'bankAccounts.id', 'bankLines.accountId')
      .leftJoin('users', 'users.id', 'bankMatches.matchedBy')
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
          else coalesce(users.first_name || ' ' || users.last_name, 'A removed user') end`.as('by'),
      ])
      .orderBy('bookedOn', 'desc')
      .orderBy(partId, 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) {
      const newestFirst = {
        key: sql.ref('bookedOn'),
        type: 'date',
        direction: 'desc',
      } as const;
      query = query.where(afterRow(newestFirst, partId, cursor));
    }
    return toPage(await query.execute(), limit, ({ bookedOn }) => bookedOn);
  },
  columns: [
    { title: 'Booked', type: 'day', value: (row) => row.bookedOn },
    { title: 'Value Date', type: 'day', value: (row) => row.valueOn },
    { title: 'Account', type: 'text', value: (row) => row.account },
    { title: 'Amount of the Line', type: 'amount', value: (row) => row.cents },
    bookCurrencyColumn,
    { title: 'Paid By or To', type: 'text', value: (row) => row.counterparty },
    { title: 'Their Account', type: 'text', value: (row) => row.counterpartyAccount },
    { title: 'Text', type: 'text', value: (row) => row.text },
    {
      title: 'What It Is',
      type: 'text',
      value: (row) => wordOf(row),
    },
    { title: 'Matched With', type: 'text', value: (row) => row.name },
    { title: 'Matched Amount', type: 'amount', value: (row) => row.partCents },
    { title: 'Matched By', type: 'text', value: (row) => row.by },
    { title: 'Line', type: 'text', value: (row) => row.lineId },
  ],
});

function wordOf({ kind, cents }: { kind: keyof typeof matchWords | null; cents: number }): string {
  if (kind !== null) return matchWords[kind];
  return cents === 0 ? 'No money' : 'Not matched';
}

// A line has many parts or none.
const partId = sql<string>`coalesce(bank_matches.id, bank_lines.id)`;

function parts(db: Db, { accountId }: Filter) {
  const all = db
    .selectFrom('bankLines')
    .leftJoin('bankMatches', 'bankMatches.lineId', 'bankLines.id');
  return accountId === undefined ? all : all.where('accountId', '=', accountId);
}
