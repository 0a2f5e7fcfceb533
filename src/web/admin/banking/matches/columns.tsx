import { Link } from 'react-router';
import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';
import { formatDay } from '#core/platform/dates.ts';
import { AnnouncedBy } from '#web/admin/banking/matches/announced-by.tsx';
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
      <>
        <Link to={paths.bankLine(original.id)}>
          {original.counterparty || original.text || 'Without a text'}
        </Link>
        {original.counterparty !== '' && (
          <span className="soft smaller block">{original.text}</span>
        )}
      </>
    ),
  },
  {
    header: 'Probably',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Probably line={original} />,
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.cents} />,
  },
];

function Probably({ line: { proposal, expected, deposit } }: { line: UnmatchedLine }) {
  if (proposal !== null) return proposal.name;
  if (deposit !== null) {
    return (
      <>
        Waits in <Link to={paths.deposit(deposit.id)}>{deposit.title}</Link>
      </>
    );
  }
  if (expected !== null) {
    return (
      <>
        Announced by <AnnouncedBy {...expected} />
      </>
    );
  }
  return <span className="soft">Not known</span>;
}
