import { Link } from 'react-router';
import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';
import { formatDay } from '#core/platform/dates.ts';
import { AnnouncedBy } from '#web/admin/banking/matches/announced-by.tsx';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const unmatchedColumns: Columns<UnmatchedLine> = [
  { header: 'Booked', value: ({ bookedOn }) => formatDay(bookedOn) },
  { header: 'Account', value: ({ account }) => account.name },
  {
    header: 'Line',
    onPhone: 'title',
    show: ({ id, counterparty, text }) => (
      <>
        <Link to={paths.bankLine(id)}>{counterparty || text || 'Without a text'}</Link>
        {counterparty !== '' && <span className="soft smaller block">{text}</span>}
      </>
    ),
  },
  { header: 'Probably', onPhone: 'below', show: (line) => <Probably line={line} /> },
  { header: 'Amount', ...mainFigure, show: ({ cents }) => <Money cents={cents} /> },
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
