import { Link } from 'react-router';
import type { ListedLine } from '#contract/banking/bank-statements.ts';
import { formatDay } from '#core/platform/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const lineColumns: Columns<ListedLine> = [
  { header: 'Booked', value: ({ bookedOn }) => formatDay(bookedOn) },
  {
    header: 'Paid By or To',
    onPhone: 'title',
    show: ({ counterparty, counterpartyAccount }) => (
      <>
        {counterparty || <span className="soft">Not named</span>}
        {counterpartyAccount !== '' && (
          <span className="soft smaller block">{counterpartyAccount}</span>
        )}
      </>
    ),
  },
  {
    header: 'Text',
    onPhone: 'below',
    show: ({ id, text, isReversal }) => (
      <span className="anywhere">
        <Link to={paths.bankLine(id)}>{text || 'Without a text'}</Link>
        {isReversal && <span className="soft smaller block">Reversal by the bank</span>}
      </span>
    ),
  },
  { header: 'Matched With', onPhone: 'labeled', show: (line) => describeMatch(line) },
  { header: 'Amount', ...mainFigure, show: ({ cents }) => <Money cents={cents} /> },
];

function describeMatch({ cents, matchedWith }: ListedLine) {
  if (matchedWith.length > 0) return matchedWith.join(', ');
  return <span className="soft">{cents === 0 ? 'Not needed' : 'Not matched yet'}</span>;
}
