import { Link } from 'react-router';
import type { OperationsEntry } from '#contract/provider/card-costs.ts';
import { describeOperations } from '#core/ledger/operations-kinds.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const operationsEntryColumns: Columns<OperationsEntry> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'What',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <div>
        {describeOperations(original)}
        {original.reason && <p className="soft">{original.reason}</p>}
      </div>
    ),
  },
  {
    header: 'Where',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <>
        {original.donationId && (
          <Link to={paths.manageDonation(original.donationId)}>Show the donation</Link>
        )}
        {original.nominationId && (
          <Link to={paths.nominationWorkspace(original.nominationId)}>Show the expense</Link>
        )}
      </>
    ),
  },
  { header: 'Booked By', meta: { onPhone: 'labeled' }, accessorFn: ({ actor }) => actor },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.amount} />,
  },
];
