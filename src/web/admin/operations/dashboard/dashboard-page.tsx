import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstSteps } from '#contract/operations/dashboard.ts';
import { AlertsTable } from '#web/admin/operations/alerts/alerts-table.tsx';
import { useDashboard } from '#web/admin/queries/dashboard.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

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
      {dashboard.data && <FirstStepsSection done={dashboard.data.firstSteps} />}
      <Section id="needs-a-look" title="What needs a look">
        <AlertsTable />
      </Section>
      <Section id="more" title="More">
        <ul className={classes.links}>
          {morePages.map(({ to, name, text }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
              <span className={classes.soft}>{text}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

const morePages = [
  {
    to: paths.adminProof,
    name: 'Money Without Proof',
    text: 'What is not spent, or not shown to the donors yet.',
  },
  { to: paths.adminAudit, name: 'Audit Trail', text: 'Who did what, and when.' },
  { to: paths.adminMail, name: 'Mail', text: 'What was sent, and what did not arrive.' },
  { to: paths.adminAccount, name: 'Your Account', text: 'Your password and how you sign in.' },
];

const steps: { name: keyof FirstSteps; text: ReactNode }[] = [
  {
    name: 'causes',
    text: (
      <>
        <Link to={paths.adminCauses}>Add your causes</Link>. Donors and nominators choose one of
        them, so nobody can give before the first one is here.
      </>
    ),
  },
  {
    name: 'colleague',
    text: (
      <>
        <Link to={paths.adminUsers}>Invite a colleague</Link>. Two people can help each other, and
        neither is locked out alone.
      </>
    ),
  },
  {
    name: 'payments',
    text: (
      <>
        Take real payments. Until <code>STRIPE_SECRET_KEY</code> is set on the server, no card is
        charged.
      </>
    ),
  },
  {
    name: 'mail',
    text: (
      <>
        Send real mail. Until <code>SMTP_URL</code> is set on the server, mail is only written into
        its data folder.
      </>
    ),
  },
];

/** What a new site needs; gone once all of it is done. */
function FirstStepsSection({ done }: { done: FirstSteps }) {
  if (steps.every(({ name }) => done[name])) return null;
  return (
    <Section id="first-steps" title="First steps">
      <ol className={classes.steps}>
        {steps.map(({ name, text }) => (
          <li key={name} data-done={done[name] || undefined}>
            <StatusMark shape={done[name] ? 'tick' : 'ring'} word={done[name] ? 'Done' : 'To do'} />
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
