import type { ExpectedTransfer } from '#contract/giving/announced-transfers.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { Money } from '#web/shared/money.tsx';

export const expectedTransferColumns: Columns<ExpectedTransfer> = [
  { header: 'Reference', onPhone: 'title', value: ({ reference }) => reference },
  {
    header: 'Donor',
    onPhone: 'labeled',
    value: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { header: 'Email Address', onPhone: 'labeled', value: ({ email }) => email },
  { header: 'Cause', onPhone: 'labeled', value: ({ cause }) => cause.name },
  { header: 'Announced', onPhone: 'labeled', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Received',
    onPhone: 'labeled',
    value: ({ arrivals, lastArrivedOn }) =>
      lastArrivedOn === null
        ? 'Not yet'
        : `${formatDay(lastArrivedOn)}${arrivals > 1 ? `, ${arrivals} times` : ''}`,
  },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
];
