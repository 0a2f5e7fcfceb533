import { Link } from 'react-router';
import type { ListedLine } from '#contract/banking/bank-statements.ts';
import { formatDay } from '#core/platform/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const lineColumns: Columns<ListedLine> = [
  { header: 'Booked', accessorFn: ({ bookedOn }) => formatDay(bookedOn) },
  {
    header: 'Paid By or To',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <>
        {original.counterparty || <span className="soft">Not named</span>}
        {original.counterpartyAccount !== '' && (
          <span className="soft smaller block">{original.counterpartyAccount}</span>
        )}
      </>
    ),
  },
  {
    header: 'Text',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <span className="anywhere">
        <Link to={paths.bankLine(original.id)}>{original.text || 'Without a text'}</Link>
        {original.isReversal && <span className="soft smaller block">Reversal by the bank</span>}
      </span>
    ),
  },
  {
    header: 'Matched With',
    meta: { onPhone: 'labeled' },
    cell: ({ row: { original } }) => describeMatch(original),
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    cell: ({ row: { original } }) => <Money cents={original.cents} />,
  },
];

function describeMatch({ cents, matchedWith }: ListedLine) {
  if (matchedWith.length > 0) return matchedWith.join(', ');
  return <span className="soft">{cents === 0 ? 'Not needed' : 'Not matched yet'}</span>;
}
