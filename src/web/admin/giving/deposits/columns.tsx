import { Link } from 'react-router';
import type { DepositSummary } from '#contract/giving/deposits.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { DepositMark } from '#web/admin/giving/deposits/deposit-mark.tsx';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const depositColumns: Columns<DepositSummary> = [
  {
    header: 'Deposit',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => <Link to={paths.deposit(original.id)}>{original.title}</Link>,
  },
  { header: 'Begun', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'State',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <DepositMark state={original.state} />,
  },
  {
    header: 'Counted By',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ countedBy }) => countedBy,
  },
  {
    header: 'Lines',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ count, expectedCount, state }) =>
      state === 'open' ? `${count} of ${expectedCount}` : String(count),
  },
  {
    header: 'Total',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.expectedAmount} />,
  },
];
