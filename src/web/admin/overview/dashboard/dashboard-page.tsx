import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstSteps } from '#contract/overview/dashboard.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AlertsTable } from '#web/admin/operations/alerts/alerts-table.tsx';
import classes from '#web/admin/overview/dashboard/dashboard-page.module.css';
import deskClasses from '#web/admin/overview/desk/desk-list.module.css';
import { DeskList } from '#web/admin/overview/desk/desk-list.tsx';
import { MoneySection } from '#web/admin/overview/money-months/money-section.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** What whoever signs in sees first: what waits, what came in, and first steps. */
export default function DashboardPage() {
  const dashboard = useEndpoint(endpoints.getDashboard);
  const desk = useEndpoint(endpoints.getDesk);
  const alerts = useEndpoint(endpoints.listAlerts);
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
      <div className={`row above-8 ${classes.shortcuts}`}>
        <LinkButton to={paths.admin.nominations}>Manage Nominations</LinkButton>
        <LinkButton to={paths.admin.donations} variant="default">
          Manage Donations
        </LinkButton>
      </div>
      <Section id="desk" title="Waiting for You">
        <DeskList />
      </Section>
      {/* Nobody knows how long the lists above become: what is below them would jump. */}
      <div hidden={desk.isPending || alerts.isPending}>
        <Section id="alerts" title="Alerts">
          <AlertsTable />
        </Section>
        <MoneySection />
        <IfMay right="settings.write">
          {dashboard.data && <FirstStepsSection done={dashboard.data.firstSteps} />}
        </IfMay>
      </div>
    </>
  );
}

interface Step {
  name: keyof FirstSteps;
  text: ReactNode;
  /** What is so while it is not done. */
  until?: ReactNode;
  /** Done on the server itself, where most administrators have no access: the page of the settings that shows it. */
  onServer?: SettingsGroup;
}

const steps: Step[] = [
  {
    name: 'causes',
    text: (
      <>
        <Link to={paths.admin.causes}>Add your causes</Link>. Donors and nominators choose one of
        them, so nobody can donate before you add the first one.
      </>
    ),
  },
  {
    name: 'colleague',
    text: (
      <>
        <Link to={paths.admin.users}>Invite a colleague</Link>. Two administrators can help each
        other if one of them is locked out.
      </>
    ),
  },
  {
    name: 'payments',
    onServer: 'cards',
    text: 'Take real payments.',
    until:
      siteInfo.payments === 'none' ? (
        <>
          While <code>TAKE_PAYMENTS</code> is “no” on the server, nobody can donate.
        </>
      ) : (
        <>
          Until a live <code>STRIPE_SECRET_KEY</code> is set on the server, no card is charged. Test
          donations will leave the books then.
        </>
      ),
  },
  {
    name: 'mail',
    onServer: 'email',
    text: 'Name a mail server.',
    until: (
      <>
        Until <code>SMTP_URL</code> is set on the server, emails are only written to its data
        folder.
      </>
    ),
  },
  {
    name: 'backupKey',
    onServer: 'server',
    text: (
      <>
        Keep the key to your backups away from the server: whoever loses both loses the books. Run{' '}
        <code>npm ci</code> and <code>npm run backup-key</code> in a copy of this software on your
        own computer, and set the <code>BACKUP_RECIPIENT</code> and <code>BACKUP_SEAL_KEY</code>{' '}
        that it prints on the server.
      </>
    ),
  },
  {
    name: 'social',
    onServer: 'site',
    text: 'Link your social networks.',
    until: (
      <>
        Until <code>FACEBOOK_URL</code>, <code>INSTAGRAM_URL</code>, <code>X_URL</code>, and{' '}
        <code>YOUTUBE_URL</code> are set on the server, to an address of yours or to “none,” the
        icons lead to the front pages of the networks.
      </>
    ),
  },
];

/** The setup steps of a new site; hidden once all are done. */
function FirstStepsSection({ done }: { done: FirstSteps }) {
  if (steps.every(({ name }) => done[name])) return null;
  return (
    <Section id="first-steps" title="First Steps">
      <ol className={`list ${deskClasses.tasks} ${classes.steps}`}>
        {steps.map(({ name, text, until, onServer }) => (
          <li key={name} data-done={done[name] || undefined}>
            <StatusMark shape={done[name] ? 'tick' : 'ring'} word={done[name] ? 'Done' : 'To do'} />
            <p>
              {onServer && <strong>For whoever runs the server: </strong>}
              {text}
              {until && !done[name] && <> {until}</>}
              {onServer && !done[name] && (
                <>
                  {' '}
                  <Link to={paths.settingsGroup(onServer)}>Show what is set</Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 className="subtitle below-3" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
