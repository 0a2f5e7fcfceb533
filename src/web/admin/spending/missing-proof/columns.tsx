import { Link } from 'react-router';
import type { UnprovenMoney } from '#contract/spending/missing-proof.ts';
import { formatDate } from '#core/dates.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import type { Columns } from '#web/ui/data-table.tsx';
import { Money } from '#web/shared/money.tsx';

export const unprovenColumns: Columns<UnprovenMoney> = [
  {
    id: 'since',
    header: 'Since',
    // A payment of ours has a day, the same everywhere; a gift has a moment.
    accessorFn: ({ since, payee }) => formatDate(since, payee === null ? undefined : 'UTC'),
  },
  {
    header: 'Days',
    accessorFn: ({ days }) => days.toLocaleString('en-US'),
    meta: { align: 'right' },
  },
  {
    id: 'nominee',
    header: 'Nominee',
    cell: ({ row: { original } }) => (
      <Link to={paths.nominationWorkspace(original.nomination.id)}>
        {original.nomination.nominee}
      </Link>
    ),
  },
  { header: 'Cause', accessorFn: ({ cause }) => cause.name },
  {
    id: 'amount',
    header: 'Amount',
    meta: { align: 'right' },
    cell: ({ row }) => <Money cents={row.original.amount} />,
  },
  { id: 'missing', header: 'Missing', cell: ({ row }) => <Missing money={row.original} /> },
];

const texts: Record<UnprovenMoney['missing'][number], string> = {
  payment: 'No payment recorded yet',
  rest: 'The rest is not spent yet',
  receipt: 'Receipt not published',
  page: 'Page not published',
};

function Missing({ money: { missing, payee } }: { money: UnprovenMoney }) {
  return (
    <div className={classes.changes}>
      {missing.map((name) => (
        <p key={name}>{texts[name]}</p>
      ))}
      {payee !== null && <p className={classes.soft}>Paid to {payee}</p>}
    </div>
  );
}
