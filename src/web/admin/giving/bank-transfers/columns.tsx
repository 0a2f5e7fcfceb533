import type { ExpectedTransfer } from '#contract/giving/bank-transfers.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { Money } from '#web/shared/money.tsx';

export const expectedTransferColumns: Columns<ExpectedTransfer> = [
  { header: 'Reference', meta: { onPhone: 'title' }, accessorFn: ({ reference }) => reference },
  {
    header: 'Donor',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { header: 'Email Address', meta: { onPhone: 'labeled' }, accessorFn: ({ email }) => email },
  { header: 'Cause', meta: { onPhone: 'labeled' }, accessorFn: ({ cause }) => cause.name },
  {
    header: 'Announced',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ createdAt }) => formatDate(createdAt),
  },
  {
    header: 'Received',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ arrivals, lastArrivedOn }) =>
      lastArrivedOn === null
        ? 'Not yet'
        : `${formatDay(lastArrivedOn)}${arrivals > 1 ? `, ${arrivals} times` : ''}`,
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.amount} />,
  },
];
