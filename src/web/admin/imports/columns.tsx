import { Link } from 'react-router';
import type { ImportLine, ImportSummary } from '#contract/imports/imports.ts';
import { lineOutcomes } from '#core/imports/imports.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { ImportMark } from '#web/admin/imports/import-mark.tsx';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const importColumns: Columns<ImportSummary> = [
  {
    header: 'File',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.import(original.id)}>{original.fileName || 'A file without a name'}</Link>
    ),
  },
  { header: 'From', accessorFn: ({ system }) => system || '–' },
  { header: 'Uploaded', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'State',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <ImportMark state={original.state} />,
  },
  {
    header: 'Donations',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ counts }) => formatCount(counts.new),
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.amount} />,
  },
];

export const lineColumns: Columns<ImportLine> = [
  {
    header: 'Line',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ line }) => formatCount(line),
  },
  {
    header: 'ID',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) =>
      original.donationId === null ? (
        <span>{original.externalId || '–'}</span>
      ) : (
        <Link to={paths.manageDonation(original.donationId)}>
          {original.externalId || `Donation of line ${formatCount(original.line)}`}
        </Link>
      ),
  },
  {
    header: 'What Becomes of It',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <span>
        {lineOutcomes[original.outcome]}
        {original.remark !== '' && <span className="soft">{` ${original.remark}`}</span>}
      </span>
    ),
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) =>
      original.amount === null ? null : <Money cents={original.amount} />,
  },
];
