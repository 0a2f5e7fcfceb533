import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { importColumns } from '#web/admin/imports/columns.tsx';
import { UploadModal } from '#web/admin/imports/upload-modal.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Donations that an earlier system recorded. The address holds the dialog `upload`. */
export default function ImportsPage() {
  const imports = usePages(endpoints.listImports);
  const upload = useModal('upload');
  const mayWrite = useMay('money.write');
  return (
    <>
      <PageHeader title="Import Donations">
        {mayWrite && <Button onClick={() => upload.open()}>Upload a File</Button>}
      </PageHeader>
      <PageLead>
        Donations that another system recorded, such as GiveWP, Donorbox, or Stripe, or that stand
        in a list of your own. Nothing is imported before you have seen what becomes of each line
        and, if the <PageLink to={paths.settingsGroup('approvals')}>settings</PageLink> ask for it,
        a second person has approved it. Nobody is emailed, and no receipts are issued.
      </PageLead>
      <DataTable
        label="Imports"
        columns={importColumns}
        rows={imports}
        of="imports"
        emptyText="There are no imports yet."
        emptyHint={
          mayWrite && (
            <p>Export your donations from the other system as CSV, and upload the file.</p>
          )
        }
      />
      {mayWrite && <UploadModal {...upload.dialog} />}
    </>
  );
}
