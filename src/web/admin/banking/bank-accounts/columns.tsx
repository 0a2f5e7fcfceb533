import { Link } from 'react-router';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const bankAccountColumns: Columns<BankAccount> = [
  {
    header: 'Account',
    onPhone: 'title',
    show: ({ id, name }) => <Link to={paths.bankAccount(id)}>{name}</Link>,
  },
  { header: 'Number', onPhone: 'below', value: ({ number }) => number ?? 'Not known yet' },
  {
    header: 'Statements Until',
    onPhone: 'labeled',
    value: ({ lastDay, isClosed }) =>
      `${lastDay === null ? 'None yet' : formatDay(lastDay)}${isClosed ? ' (closed)' : ''}`,
  },
  {
    header: 'Balance',
    ...mainFigure,
    show: ({ closingCents }) => (closingCents === null ? '–' : <Money cents={closingCents} />),
  },
];
