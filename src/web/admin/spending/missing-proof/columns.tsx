import { Link } from 'react-router';
import type { UnprovenMoney } from '#contract/spending/missing-proof.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const missingProofColumns: Columns<UnprovenMoney> = [
  {
    id: 'since',
    header: 'Since',
    // An expense has a day, which is the same everywhere; an allocation has a moment.
    accessorFn: ({ since, payee }) => (payee === null ? formatDate(since) : formatDay(since)),
  },
  {
    header: 'Days',
    accessorFn: ({ days }) => formatCount(days),
    meta: { align: 'right', onPhone: 'labeled' },
  },
  {
    id: 'nominee',
    header: 'Nominee',
    meta: { onPhone: 'title' },
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
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row }) => <Money cents={row.original.amount} />,
  },
  {
    id: 'missing',
    header: 'Missing',
    meta: { onPhone: 'below' },
    cell: ({ row }) => <Missing money={row.original} />,
  },
];

const texts: Record<UnprovenMoney['missing'][number], string> = {
  payment: 'No expense recorded yet',
  rest: 'Rest not spent yet',
  receipt: 'Receipt not published',
  page: 'Page not published',
};

function Missing({ money: { missing, receipts, payee } }: { money: UnprovenMoney }) {
  return (
    <div className="anywhere numbers">
      {missing.map((name) => (
        <p key={name}>
          {texts[name]}
          {name === 'receipt' && receipts.length > 0 && `: ${receipts.join(', ')}`}
        </p>
      ))}
      {payee !== null && <p className="soft small">Paid to {payee}</p>}
    </div>
  );
}
