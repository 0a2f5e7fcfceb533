import { useDashboard } from '#web/features/dashboard/admin/queries.ts';
import { paths } from '#web/paths.ts';
import classes from '#web/styles/admin.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

export default function DashboardPage() {
  const dashboard = useDashboard();
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {dashboard.isPending && <ProgressRing />}
      {dashboard.isError && (
        <ErrorNotice
          text="The numbers could not be loaded."
          onRetry={() => void dashboard.refetch()}
        />
      )}
      {dashboard.data && (
        <dl className={classes.counts}>
          <div>
            <dt># of Donations (Last 7 Days)</dt>
            <dd>{dashboard.data.donationsLast7Days}</dd>
          </div>
          <div>
            <dt># of Nominations (Last 7 Days)</dt>
            <dd>{dashboard.data.nominationsLast7Days}</dd>
          </div>
        </dl>
      )}
      <div className={classes.shortcuts}>
        <LinkButton to={paths.adminNominations}>Manage nominations</LinkButton>
        <LinkButton to={paths.adminDonations} variant="default">
          Manage donations
        </LinkButton>
      </div>
    </>
  );
}
