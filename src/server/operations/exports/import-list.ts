import type { z } from 'zod';
import { importId } from '#contract/ids.ts';
import { listImportLines } from '#contract/operations/imports.ts';
import { lineOutcomes } from '#core/imports.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { linesShown, place, readCursor } from '#server/operations/imports/queries.ts';

const filter = listImportLines.query.pick({ show: true }).extend({ importId }).strict();

/** The lines of a file with donations, and what becomes of each, as on the page of the import. */
export const importLines = exportList({
  right: 'contacts.read',
  filter,
  async count({ db }, shown: z.output<typeof filter>) {
    const { count } = await db
      .selectFrom(linesShown(db, shown).clearOrderBy().as('lines'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db }, shown: z.output<typeof filter>, { limit, cursor }) {
    const rows = await linesShown(db, shown)
      .where(place, '>', readCursor(cursor))
      .limit(limit + 1)
      .execute();
    const items = rows.slice(0, limit);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
  columns: [
    { title: 'Line', type: 'number', value: (row) => row.line },
    { title: 'ID', type: 'text', value: (row) => row.externalId },
    { title: 'What Becomes of It', type: 'text', value: (row) => lineOutcomes[row.outcome] },
    { title: 'Remark', type: 'text', value: (row) => row.remark },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    bookCurrencyColumn,
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
  ],
});
