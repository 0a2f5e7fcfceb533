import { Link, useParams } from 'react-router';
import { FilesTable } from '#web/admin/publishing/files/files-section.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/columns.tsx';
import { useNomination } from '#web/admin/queries/nominations.ts';
import { PublicPageForm } from '#web/admin/publishing/needs/public-page-form.tsx';
import { SpendingsTable } from '#web/features/spendings/admin/spendings-table.tsx';
import { UpdatesTable } from '#web/features/updates/admin/updates-table.tsx';
import { paths } from '#web/client/paths.ts';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { Money } from '#web/shared/money.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/** Everything that happens to a nomination's money after it was allocated, and the proof of it. */
export default function NominationWorkspacePage() {
  const { id = '' } = useParams();
  const nomination = useNomination(id);
  return (
    <>
      <PageHeader title="Spending and Proof" />
      {nomination.isPending && <ProgressRing />}
      {nomination.isError && (
        <ErrorNotice
          text="This nomination could not be loaded."
          onRetry={() => void nomination.refetch()}
        />
      )}
      {nomination.data && (
        <>
          <DetailList>
            <Detail name="Nominee">
              <Link to={paths.manageNomination(id)}>{nomination.data.nominee}</Link>
            </Detail>
            <Detail name="Cause">{nomination.data.cause.name}</Detail>
            <Detail name="Status">
              <NominationStatusMark flags={nomination.data} />
            </Detail>
            <Detail name="Allocated Funds">
              <strong>
                <Money cents={nomination.data.allocatedAmount} />
              </strong>
            </Detail>
          </DetailList>
          <SpendingsTable
            nominationId={id}
            receivedCents={nomination.data.allocatedAmount}
            canSpend={nomination.data.isAccepted}
          />
          <FilesTable nominationId={id} />
          <PublicPageForm nominationId={id} />
          <UpdatesTable nominationId={id} />
        </>
      )}
    </>
  );
}
