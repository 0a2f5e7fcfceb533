import { Link } from 'react-router';
import type { GiftAidLine } from '#contract/receipts/gift-aid.ts';
import { formatDay } from '#core/platform/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const giftAidColumns: Columns<GiftAidLine> = [
  {
    header: 'Donor',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.manageDonation(original.id)}>{original.name || 'Erased donor'}</Link>
    ),
  },
  { header: 'House', accessorFn: ({ house }) => house },
  { header: 'Postcode', accessorFn: ({ postcode }) => postcode || 'Abroad' },
  { header: 'Received', accessorFn: ({ receivedOn }) => formatDay(receivedOn) },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.amount} />,
  },
];
