import { Link } from 'react-router';
import type { ImportLine, ImportSummary } from '#contract/imports/imports.ts';
import { lineOutcomes } from '#core/imports/imports.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { ImportMark } from '#web/admin/imports/import-mark.tsx';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { Money } from '#web/shared/money.tsx';

/* The columns of imports, and of the lines of one. */

export const importColumns: Columns<ImportSummary> = [
  {
    header: 'File',
    onPhone: 'title',
    show: ({ id, fileName }) => (
      <Link to={paths.import(id)}>{fileName || 'A file without a name'}</Link>
    ),
  },
  { header: 'From', value: ({ system }) => system || '–' },
  { header: 'Uploaded', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'State', onPhone: 'below', show: ({ state }) => <ImportMark state={state} /> },
  // What was taken back is nowhere anymore.
  {
    header: 'Donations',
    ...figure,
    value: ({ state, counts }) => (state === 'taken_back' ? '–' : formatCount(counts.new)),
  },
  {
    header: 'Amount',
    ...mainFigure,
    show: ({ state, amount }) => (state === 'taken_back' ? '–' : <Money cents={amount} />),
  },
];

const columnsOf = (comesIn: string): Columns<ImportLine> => [
  { header: 'Line', ...figure, value: ({ line }) => formatCount(line) },
  {
    header: 'ID',
    onPhone: 'title',
    show: ({ donationId, externalId, line }) =>
      donationId === null ? (
        <span>{externalId || '–'}</span>
      ) : (
        <Link to={paths.manageDonation(donationId)}>
          {externalId || `Donation of line ${formatCount(line)}`}
        </Link>
      ),
  },
  {
    header: 'What Becomes of It',
    onPhone: 'below',
    show: ({ outcome, remark }) => (
      <span>
        {outcome === 'new' ? comesIn : lineOutcomes[outcome]}
        {remark !== '' && <span className="soft">{` ${remark}`}</span>}
      </span>
    ),
  },
  {
    header: 'Amount',
    ...mainFigure,
    show: ({ amount }) => (amount === null ? null : <Money cents={amount} />),
  },
];

export const lineColumns = columnsOf(lineOutcomes.new);
export const takenBackColumns = columnsOf('Came in, and was taken back.');
