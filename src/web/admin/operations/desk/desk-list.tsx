import { Link } from 'react-router';
import type { Desk } from '#contract/operations/desk.ts';
import { countOf, formatCount } from '#core/counts.ts';
import { formatCents } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/operations/desk/desk-list.module.css';
import { paths } from '#web/client/paths.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/** What waits for the signed-in person, each with a link to where it is done. */
export function DeskList() {
  const desk = useEndpoint(endpoints.getDesk);
  if (desk.isPending) return <ProgressRing />;
  if (desk.isError) {
    return (
      <ErrorNotice
        text="What waits for you could not be loaded."
        onRetry={() => void desk.refetch()}
      />
    );
  }
  const tasks = tasksOf(desk.data);
  if (tasks.length === 0) return <p className="soft">Nothing waits for you.</p>;
  return (
    <ul className={classes.tasks}>
      {tasks.map(({ to, name, text }) => (
        <li key={to}>
          <Link to={to}>{name}</Link>
          <span className="soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

interface Task {
  to: string;
  name: string;
  text: string;
}

function tasksOf(desk: Desk): Task[] {
  const { approvals, nominations, appeals, consents, answers, reviews, money, proof } = desk;
  const { volunteers, hours, deposits, bankLines, mail, payments, failures, plans } = desk;
  const { comments, claims } = desk;
  const tasks: Task[] = [];
  const add = (
    waiting: { count: number; oldestAt: string | null } | null,
    to: string,
    [one, many]: [string, string],
    what: string,
  ) => {
    if (waiting === null || waiting.count === 0 || waiting.oldestAt === null) return;
    const name = countOf(waiting.count, one, many);
    const oldest = waiting.count === 1 ? 'It has waited' : 'The oldest one has waited';
    tasks.push({ to, name, text: `${what} ${oldest} ${describeDays(waiting.oldestAt)}.` });
  };
  add(approvals, paths.admin.approvals, ['request', 'requests'], 'Waiting for your approval.');
  add(nominations, paths.undecided, ['nomination', 'nominations'], 'Waiting for a decision.');
  add(answers, paths.unreadAnswers, ['new answer', 'new answers'], 'Not read yet.');
  for (const { id, nominee } of reviews?.oldest ?? []) {
    tasks.push({
      to: `${paths.nominationWorkspace(id)}#reviews`,
      name: `Recommendation: ${nominee}`,
      text: describeOthers(reviews),
    });
  }
  add(appeals, paths.appealed, ['appeal', 'appeals'], 'Waiting for a decision.');
  if (consents !== null && consents > 0) {
    tasks.push({
      to: paths.consentWaits,
      name: countOf(consents, 'consent'),
      text: 'To ask for, to look at, or about to end.',
    });
  }
  for (const { cause, amount, oldestAt, needs, missingAmount } of money ?? []) {
    const miss = needs === 1 ? 'misses' : 'miss';
    const missing = missingAmount > 0 ? `, which ${miss} ${formatCents(missingAmount)}` : '';
    tasks.push({
      to: paths.availableFor(cause.id),
      name: `${formatCents(amount)} for ${cause.name}`,
      text: `Waiting to be allocated to ${countOf(needs, 'need')}${missing}. The oldest donation has waited ${describeDays(oldestAt)}.`,
    });
  }
  if (proof !== null && proof.count > 0) {
    tasks.push({
      to: paths.admin.missingProof,
      name: `${formatCents(proof.amount)} without proof`,
      text: `Not spent yet, or its proof is not public. The oldest for ${countOf(proof.oldestDays, 'day')}.`,
    });
  }
  add(
    volunteers,
    paths.unansweredOffers,
    ['offer of time', 'offers of time'],
    'Waiting for an answer.',
  );
  add(
    hours,
    paths.unconfirmedHours,
    ['entry of hours', 'entries of hours'],
    'Waiting to be confirmed.',
  );
  add(deposits, paths.admin.deposits, ['deposit', 'deposits'], 'Waiting to be confirmed.');
  add(bankLines, paths.admin.bankLines, ['bank line', 'bank lines'], 'Waiting to be matched.');
  add(
    claims,
    paths.admin.expectedDonations,
    ['expected donation', 'expected donations'],
    'Not confirmed by the employer or the fund yet.',
  );
  add(
    comments,
    paths.admin.comments,
    ['public comment', 'public comments'],
    'Waiting to be approved or declined.',
  );
  add(mail, paths.admin.mail, ['email', 'emails'], 'Could not be sent.');
  add(
    payments,
    paths.unbookedPayments,
    ['payment not booked', 'payments not booked'],
    'The payment provider has it, and our books do not.',
  );
  if (failures !== null && failures.count > 0) {
    tasks.push({
      to: paths.failures,
      name: countOf(failures.count, 'failed payment'),
      text: 'Payments and refunds that failed in the last 7 days.',
    });
  }
  if (plans !== null && plans.count > 0 && plans.oldestAt !== null) {
    tasks.push({
      to: paths.failingPlans,
      name: countOf(plans.count, 'recurring donation'),
      text: `With an overdue payment, the first for ${describeDays(plans.oldestAt)}.`,
    });
  }
  return tasks;
}

/** Said with each nomination that waits for a recommendation. */
function describeOthers(reviews: Desk['reviews']): string {
  const others = (reviews?.count ?? 0) - (reviews?.oldest.length ?? 0);
  return others > 0
    ? `Waiting for what you recommend, as do ${formatCount(others)} more.`
    : 'Waiting for what you recommend.';
}

/** How long something has waited, in whole days. */
function describeDays(since: string): string {
  const whole = Math.floor((Date.now() - Date.parse(since)) / 86_400_000);
  return whole < 1 ? 'less than a day' : countOf(whole, 'day');
}
