import { Link } from 'react-router';
import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';
import { formatDay } from '#core/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const unmatchedColumns: Columns<UnmatchedLine> = [
  { header: 'Booked', accessorFn: ({ bookedOn }) => formatDay(bookedOn) },
  { header: 'Account', accessorFn: ({ account }) => account.name },
  {
    header: 'Line',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.bankLine(original.id)}>
        {original.counterparty || original.text || 'Without a text'}
      </Link>
    ),
  },
  {
    header: 'Probably',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.proposal?.name ?? <span className="soft">Not known</span>,
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.cents} />,
  },
];
