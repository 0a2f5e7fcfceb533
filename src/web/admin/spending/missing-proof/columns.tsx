import { Link } from 'react-router';
import type { UnprovenMoney } from '#contract/spending/missing-proof.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const missingProofColumns: Columns<UnprovenMoney> = [
  {
    header: 'Since',
    // An expense has a day, which is the same everywhere; an allocation has a moment.
    value: ({ since, payee }) => (payee === null ? formatDate(since) : formatDay(since)),
  },
  { header: 'Days', ...figure, value: ({ days }) => formatCount(days) },
  {
    header: 'Nominee',
    onPhone: 'title',
    show: ({ nomination }) => (
      <Link to={paths.nominationWorkspace(nomination.id)}>{nomination.nominee}</Link>
    ),
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
  { header: 'Missing', onPhone: 'below', show: (money) => <Missing money={money} /> },
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
