import { Link } from 'react-router';
import type { DepositSummary } from '#contract/giving/deposits.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { DepositMark } from '#web/admin/giving/deposits/deposit-mark.tsx';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const depositColumns: Columns<DepositSummary> = [
  {
    header: 'Deposit',
    onPhone: 'title',
    show: ({ id, title }) => <Link to={paths.deposit(id)}>{title}</Link>,
  },
  { header: 'Begun', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'State', onPhone: 'below', show: ({ state }) => <DepositMark state={state} /> },
  { header: 'Counted By', onPhone: 'labeled', value: ({ countedBy }) => countedBy },
  {
    header: 'Lines',
    ...figure,
    value: ({ count, expectedCount, state }) =>
      state === 'open' ? `${count} of ${expectedCount}` : String(count),
  },
  {
    header: 'Total',
    ...mainFigure,
    show: ({ expectedAmount }) => <Money cents={expectedAmount} />,
  },
];
