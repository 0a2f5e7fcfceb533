import { Link } from 'react-router';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import { formatDay } from '#core/platform/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const bankAccountColumns: Columns<BankAccount> = [
  {
    header: 'Account',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.bankAccount(original.id)}>{original.name}</Link>
    ),
  },
  {
    header: 'Number',
    meta: { onPhone: 'below' },
    accessorFn: ({ number }) => number ?? 'Not known yet',
  },
  {
    header: 'Statements Until',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ lastDay, isClosed }) =>
      `${lastDay === null ? 'None yet' : formatDay(lastDay)}${isClosed ? ' (closed)' : ''}`,
  },
  {
    header: 'Balance',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) =>
      original.closingCents === null ? '–' : <Money cents={original.closingCents} />,
  },
];
