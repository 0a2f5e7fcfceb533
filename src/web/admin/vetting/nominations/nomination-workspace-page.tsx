import { Link, useParams } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import { FilesSection } from '#web/admin/publishing/files/files-section.tsx';
import { PublicPageSection } from '#web/admin/publishing/public-pages/public-page-section.tsx';
import { UpdatesSection } from '#web/admin/publishing/updates/updates-section.tsx';
import { useNomination } from '#web/admin/queries/nominations.ts';
import { ExpensesSection } from '#web/admin/spending/expenses/expenses-section.tsx';
import { Detail, DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { GoalDetail } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { GoalModal } from '#web/admin/vetting/nominations/goal-modal.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { paths, readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/** A nomination's expenses, files, public page, and updates: what happens to its money after it was allocated. */
export default function NominationWorkspacePage() {
  const { id: idInPath = '' } = useParams();
  const id = readId<NominationId>(idInPath);
  const nomination = useNomination(id);
  const goal = useModal('goal');
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
              <NominationStatusMark nomination={nomination.data} />
            </Detail>
            <Detail name="Allocated Funds">
              <strong>
                <Money cents={nomination.data.allocatedAmount} />
              </strong>
            </Detail>
            <GoalDetail nomination={nomination.data} onEdit={() => goal.open()} />
          </DetailList>
          <ExpensesSection
            nominationId={id}
            receivedCents={nomination.data.allocatedAmount}
            canSpend={nomination.data.isAccepted}
          />
          <FilesSection nominationId={id} />
          <PublicPageSection nominationId={id} />
          <UpdatesSection nominationId={id} />
          <GoalModal nomination={nomination.data} opened={goal.isOpen} onClose={goal.close} />
        </>
      )}
    </>
  );
}
