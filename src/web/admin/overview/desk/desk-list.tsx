import { Link } from 'react-router';
import type { Desk } from '#contract/overview/desk.ts';
import { failureDays } from '#contract/payments/failed-payments.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/overview/desk/desk-list.module.css';
import { CallState } from '#web/admin/ui/call-state.tsx';

/** What waits for the signed-in person, each with a link to where it is done. */
export function DeskList() {
  const desk = useEndpoint(endpoints.getDesk);
  if (desk.isPending || desk.isError) {
    return <CallState call={desk} failed="What waits for you could not be loaded." />;
  }
  const tasks = tasksOf(desk.data);
  if (tasks.length === 0) return <p className="soft">Nothing waits for you.</p>;
  return (
    <ul className={`list ${classes.tasks}`}>
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
  return [
    ...waiting(desk.approvals, paths.admin.approvals, ['request'], 'Waiting for your approval.'),
    ...waiting(desk.nominations, paths.undecided, ['nomination'], 'Waiting for a decision.'),
    ...waiting(desk.answers, paths.unreadAnswers, ['new answer'], 'Not read yet.'),
    ...missingReviews(desk.reviews),
    ...waiting(desk.appeals, paths.appealed, ['appeal'], 'Waiting for a decision.'),
    ...openConsents(desk.consents),
    ...unusedMoney(desk.money),
    ...missingProof(desk.proof),
    ...waiting(
      desk.volunteers,
      paths.unansweredOffers,
      ['offer of time', 'offers of time'],
      'Waiting for an answer.',
    ),
    ...waiting(
      desk.hours,
      paths.unconfirmedHours,
      ['entry of hours', 'entries of hours'],
      'Waiting to be confirmed.',
    ),
    ...waiting(desk.deposits, paths.admin.deposits, ['deposit'], 'Waiting to be confirmed.'),
    ...waiting(desk.bankLines, paths.admin.bankLines, ['bank line'], 'Waiting to be matched.'),
    ...waiting(
      desk.claims,
      paths.admin.expectedDonations,
      ['expected donation'],
      'Not confirmed by the employer or the fund yet.',
    ),
    ...waiting(
      desk.comments,
      paths.admin.comments,
      ['public comment'],
      'Waiting to be approved or declined.',
    ),
    ...waiting(desk.mail, paths.admin.mail, ['email'], 'Could not be sent.'),
    ...waiting(
      desk.payments,
      paths.unbookedPayments,
      ['payment not booked', 'payments not booked'],
      'The payment provider has it, and our books do not.',
    ),
    ...recentFailures(desk.failures),
    ...failingPlans(desk.plans),
  ];
}

function waiting(
  part: Desk['approvals'],
  to: string,
  words: [one: string, many?: string],
  what: string,
): Task[] {
  if (part === null || part.count === 0 || part.oldestAt === null) return [];
  const oldest = part.count === 1 ? 'It has waited' : 'The oldest one has waited';
  const text = `${what} ${oldest} ${describeDays(part.oldestAt)}.`;
  return [{ to, name: countOf(part.count, ...words), text }];
}

function missingReviews(reviews: Desk['reviews']): Task[] {
  return (reviews?.oldest ?? []).map(({ id, nominee }) => ({
    to: `${paths.nominationWorkspace(id)}#reviews`,
    name: `Recommendation: ${nominee}`,
    text: describeOthers(reviews),
  }));
}

/** Said with each nomination that waits for a recommendation. */
function describeOthers(reviews: Desk['reviews']): string {
  const others = (reviews?.count ?? 0) - (reviews?.oldest.length ?? 0);
  return others > 0
    ? `Waiting for what you recommend, as do ${formatCount(others)} more.`
    : 'Waiting for what you recommend.';
}

function openConsents(count: Desk['consents']): Task[] {
  if (count === null || count === 0) return [];
  const text = 'To be requested or reviewed, or about to expire.';
  return [{ to: paths.consentWaits, name: countOf(count, 'consent'), text }];
}

function unusedMoney(money: Desk['money']): Task[] {
  return (money ?? []).map(({ cause, amount, oldestAt, needs, missingAmount }) => {
    const still = needs === 1 ? 'still needs' : 'still need';
    const missing = missingAmount > 0 ? ` that ${still} ${formatCents(missingAmount)}` : '';
    return {
      to: paths.availableFor(cause.id),
      name: `${formatCents(amount)} for ${cause.name}`,
      text: `Waiting to be allocated to ${countOf(needs, 'need')}${missing}. The oldest donation has waited ${describeDays(oldestAt)}.`,
    };
  });
}

function missingProof(proof: Desk['proof']): Task[] {
  if (proof === null || proof.count === 0) return [];
  const oldest = countOf(proof.oldestDays, 'day');
  return [
    {
      to: paths.admin.missingProof,
      name: `${formatCents(proof.amount)} without proof`,
      text: `Not spent yet, or its proof is not public. The oldest for ${oldest}.`,
    },
  ];
}

function recentFailures(failures: Desk['failures']): Task[] {
  if (failures === null || failures.count === 0) return [];
  const text = `Payments and refunds that failed in the last ${failureDays} days.`;
  return [{ to: paths.failures, name: countOf(failures.count, 'failed payment'), text }];
}

function failingPlans(plans: Desk['plans']): Task[] {
  if (plans === null || plans.count === 0 || plans.oldestAt === null) return [];
  const text = `With an overdue payment, the first for ${describeDays(plans.oldestAt)}.`;
  return [{ to: paths.failingPlans, name: countOf(plans.count, 'recurring donation'), text }];
}

/** How long something has waited, in whole days. */
function describeDays(since: string): string {
  const whole = Math.floor((Date.now() - Date.parse(since)) / 86_400_000);
  return whole < 1 ? 'less than a day' : countOf(whole, 'day');
}
