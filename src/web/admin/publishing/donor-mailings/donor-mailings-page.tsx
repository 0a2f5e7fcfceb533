import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { donorMailingColumns } from '#web/admin/publishing/donor-mailings/columns.tsx';
import { isOpen } from '#web/admin/publishing/donor-mailings/is-open.ts';
import { StopMailingModal } from '#web/admin/publishing/donor-mailings/stop-mailing-modal.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths } from '#web/client/paths.ts';

/** What was sent to several donors, and what can be stopped. The address holds the dialog, `stop`. */
export default function DonorMailingsPage() {
  const mailings = usePages(
    endpoints.listDonorMailings,
    { query: {} },
    { refetchInterval: (listed) => (listed?.some(isOpen) ? 5_000 : false) },
  );
  const stop = useModal('stop');
  const stopping = mailings.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === stop.value);
  return (
    <>
      <PageHeader
        title="Emails to Several Donors"
        back={{ to: paths.admin.donors, text: 'Back to Donors' }}
      />
      <DataTable
        label="Emails to several donors"
        columns={donorMailingColumns}
        rows={mailings}
        of="emails"
        emptyText="Nobody has emailed several donors."
        emptyHint={
          <p>
            Select donors in the <TextLink to={paths.admin.donors}>list of donors</TextLink> to
            email them together.
          </p>
        }
      />
      <StopMailingModal mailing={stopping ?? null} onClose={stop.close} />
    </>
  );
}
