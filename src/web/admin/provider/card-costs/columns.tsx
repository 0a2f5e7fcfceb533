import { Link } from 'react-router';
import type { OperationsEntry } from '#contract/provider/card-costs.ts';
import { describeOperations } from '#core/ledger/operations-kinds.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

export const operationsEntryColumns: Columns<OperationsEntry> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'What',
    onPhone: 'title',
    show: (entry) => (
      <div>
        {describeOperations(entry)}
        {entry.reason && <p className="soft">{entry.reason}</p>}
      </div>
    ),
  },
  {
    header: 'Where',
    onPhone: 'below',
    show: ({ donationId, nominationId }) => (
      <>
        {donationId && <Link to={paths.manageDonation(donationId)}>Show the donation</Link>}
        {nominationId && <Link to={paths.nominationWorkspace(nominationId)}>Show the expense</Link>}
      </>
    ),
  },
  { header: 'Booked By', onPhone: 'labeled', value: ({ actor }) => actor },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
];
