import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { inKindColumns } from '#web/admin/giving/in-kind/columns.tsx';
import { InKindModal } from '#web/admin/giving/in-kind/in-kind-modal.tsx';
import { RecordInKindModal } from '#web/admin/giving/in-kind/record-in-kind-modal.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Things that somebody gave. The address holds the dialogs `add` and `manage`. */
export default function InKindPage() {
  const list = usePages(endpoints.listInKindDonations);
  const add = useModal('add');
  const mayWrite = useMay('money.write');
  return (
    <>
      <PageHeader title="Donations in Kind">
        <PageActions>
          {mayWrite && <Button onClick={() => add.open()}>Record a Donation in Kind</Button>}
          <ExportButton list="in-kind" query={{}} />
        </PageActions>
      </PageHeader>
      <PageLead>
        Things that somebody gave. What they are worth is for your records: it is in no sum of
        money, and on no receipt.
      </PageLead>
      <DataTable
        label="Donations in kind"
        columns={inKindColumns}
        rows={list}
        of="donations in kind"
        emptyText="There are no donations in kind."
      />
      <InKindModal />
      {mayWrite && <RecordInKindModal {...add.dialog} />}
    </>
  );
}
