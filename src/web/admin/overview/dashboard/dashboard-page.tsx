import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AlertsTable } from '#web/admin/operations/alerts/alerts-table.tsx';
import classes from '#web/admin/overview/dashboard/dashboard-page.module.css';
import { DeskList } from '#web/admin/overview/desk/desk-list.tsx';
import { FirstStepsSection } from '#web/admin/overview/first-steps/first-steps-section.tsx';
import { GlanceSection } from '#web/admin/overview/glance/glance-section.tsx';
import { MoneySection } from '#web/admin/overview/money-months/money-section.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/**
 * What whoever signs in sees first: what came in, what is wrong, what waits, and the charity at a glance. Before real
 * money comes, the first steps stand above all of it; what is left of them after that, below what waits.
 */
export default function DashboardPage() {
  const dashboard = useEndpoint(endpoints.getDashboard);
  const desk = useEndpoint(endpoints.getDesk);
  const alerts = useEndpoint(endpoints.listAlerts);
  const maySetUp = useMay('settings.write');
  const steps = useEndpoint(endpoints.listFirstSteps, maySetUp ? {} : null);
  const place = placeOf(steps.data ?? []);
  const firstSteps = steps.data && <FirstStepsSection steps={steps.data} />;
  const isLoading = [dashboard, desk, alerts].some(({ isPending }) => isPending);
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {dashboard.isPending && (
        <div className={classes.room}>
          <ProgressRing />
        </div>
      )}
      <CallError call={dashboard} failed="The numbers could not be loaded." />
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
      <CallError call={steps} failed="The first steps could not be loaded." />
      {/* Nobody knows how long each part becomes: what is below it would jump. */}
      <div hidden={isLoading || steps.isLoading}>
        {place === 'first' && firstSteps}
        <TitledSection title="Alerts">
          <AlertsTable />
        </TitledSection>
        <TitledSection title="Waiting for You">
          <DeskList />
        </TitledSection>
        {place === 'after what waits' && firstSteps}
        {dashboard.data && hasMoney(dashboard.data) && (
          <>
            <GlanceSection {...dashboard.data} />
            <MoneySection />
          </>
        )}
        {place === 'last' && firstSteps}
      </div>
    </>
  );
}

/** First while they are all there is to do before real money comes. */
function placeOf(steps: { name: string; doneAt: string | null }[]) {
  const left = steps.filter(({ doneAt }) => doneAt === null);
  if (left.length === 0) return 'last';
  return left.some(({ name }) => name === 'goLive') ? 'first' : 'after what waits';
}

/** Whether there is anything to draw. */
function hasMoney({ money, bank }: { money: { given: number }; bank: object | null }): boolean {
  return money.given > 0 || bank !== null;
}
