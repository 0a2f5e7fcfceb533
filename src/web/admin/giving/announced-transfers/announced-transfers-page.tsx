import type { ExpectedTransfer } from '#contract/giving/announced-transfers.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { Money } from '#web/shared/money.tsx';

/** Bank transfers that donors announced. */
export default function AnnouncedTransfersPage() {
  const list = useList(endpoints.listExpectedTransfers);
  return (
    <>
      <PageHeader title="Announced Transfers" back={{ to: paths.admin.bank, text: 'Back to Bank' }}>
        <ExportButton list="announced-transfers" query={list.filter} />
      </PageHeader>
      <PageLead>
        Donors who want to give by bank transfer get a reference. Once a statement of the bank has a
        line with it, “Lines to Match” offers to enter it into a deposit. What has not arrived after
        half a year is deleted.
      </PageLead>
      <ListFilters list={list} fields={{ reference: {} }} />
      <EndpointTable
        list={list}
        label="Announced transfers"
        columns={expectedTransferColumns}
        of="announced transfers"
        emptyText="No donor has announced a bank transfer yet."
        emptyHint={
          <p>
            The <PageLink to={paths.settingsGroup('bank-transfers')}>settings</PageLink> say whether
            donors can, and where they transfer money to.
          </p>
        }
        filtered={{ text: 'No transfer has this reference.', showAll: 'Show all transfers' }}
      />
    </>
  );
}

const expectedTransferColumns: Columns<ExpectedTransfer> = [
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
