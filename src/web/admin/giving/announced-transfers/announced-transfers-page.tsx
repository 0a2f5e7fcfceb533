import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { expectedTransferColumns } from '#web/admin/giving/announced-transfers/columns.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { paths } from '#web/client/paths.ts';

/** Bank transfers that donors announced. */
export default function AnnouncedTransfersPage() {
  const transfers = usePages(endpoints.listExpectedTransfers);
  return (
    <>
      <PageHeader title="Announced Transfers" back={{ to: paths.admin.bank, text: 'Back to Bank' }}>
        <ExportButton list="announced-transfers" query={{}} />
      </PageHeader>
      <PageLead>
        Donors who want to give by bank transfer get a reference. Once a statement of the bank has a
        line with it, “Lines to Match” offers to enter it into a deposit. What has not arrived after
        half a year is deleted.
      </PageLead>
      <DataTable
        label="Announced transfers"
        columns={expectedTransferColumns}
        rows={transfers}
        of="announced transfers"
        emptyText="No donor has announced a bank transfer yet."
        emptyHint={<p>The settings say whether donors can, and where they transfer money to.</p>}
      />
    </>
  );
}
