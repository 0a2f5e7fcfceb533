import { Link } from 'react-router';
import type { GiftAidLine } from '#contract/receipts/gift-aid.ts';
import { formatDay } from '#core/platform/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const giftAidColumns: Columns<GiftAidLine> = [
  {
    header: 'Donor',
    onPhone: 'title',
    show: ({ id, name }) => <Link to={paths.manageDonation(id)}>{name || 'Erased donor'}</Link>,
  },
  { header: 'House', value: ({ house }) => house },
  { header: 'Postcode', value: ({ postcode }) => postcode || 'Abroad' },
  { header: 'Received', value: ({ receivedOn }) => formatDay(receivedOn) },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
];
