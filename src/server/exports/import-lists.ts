import { importId } from '#contract/ids.ts';
import { listImportLines } from '#contract/imports/imports.ts';
import { lineOutcomes } from '#core/imports/imports.ts';
import { booksCurrency, exportList, pageById } from '#server/exports/list.ts';
import { linesShown, place, readCursor } from '#server/imports/queries.ts';
import { howMany } from '#server/platform/db/count-rows.ts';

/* Lists that can be exported: lines of imports. */

export const importLists = {
  /** The lines of a file with donations, and what becomes of each, as on the page of the import. */
  'import-lines': exportList({
    right: 'contacts.read',
    filter: listImportLines.query.pick({ show: true }).extend({ importId }).strict(),
    async count({ db }, filter) {
      return howMany(db.selectFrom(linesShown(db, filter).clearOrderBy().as('lines')));
    },
    async read({ db }, filter, { limit, cursor }) {
      const rows = await linesShown(db, filter)
        .where(place, '>', readCursor(cursor))
        .limit(limit + 1)
        .execute();
      return pageById(rows, limit);
    },
    columns: {
      Line: ['number', (row) => row.line],
      ID: ['text', (row) => row.externalId],
      'What Becomes of It': ['text', (row) => lineOutcomes[row.outcome]],
      Remark: ['text', (row) => row.remark],
      Amount: ['amount', (row) => row.amount],
      Currency: booksCurrency,
      Donation: ['text', (row) => row.donationId],
    },
  }),
};
