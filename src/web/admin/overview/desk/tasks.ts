import type { Desk } from '#contract/overview/desk.ts';
import { failureDays } from '#contract/payments/failed-payments.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { paths } from '#web/admin/client/paths.ts';

/* What the desk says of each thing that waits, and in which order. */

/**
 * How urgent something is: money or email that went wrong, or that holds up somebody of the team; people outside who wait
 * for an answer; and what can wait until tomorrow.
 */
type Urgency = 1 | 2 | 3;

/** Something that waits. */
export interface Task {
  to: string;
  name: string;
  text: string;
  /** It is one thing, so that there is no oldest one. */
  isOne: boolean;
  /** Since when the oldest of it waits; null if nobody knows. */
  since: string | null;
  urgency: Urgency;
}

// After every moment.
const unknown = '9999';

/** What waits, the most urgent first, and of these the oldest. */
export function sortedTasks(desk: Desk): Task[] {
  return tasksOf(desk).toSorted(
    (one, other) =>
      one.urgency - other.urgency || (one.since ?? unknown).localeCompare(other.since ?? unknown),
  );
}

function tasksOf(desk: Desk): Task[] {
  return [
    ...waiting(1, desk.approvals, paths.admin.approvals, 'Waiting for your approval.', 'request'),
    ...waiting(
      1,
      desk.payments,
      paths.unbookedPayments,
      'The payment provider has it, and our books do not.',
      'payment not booked',
      'payments not booked',
    ),
    ...waiting(1, desk.mail, paths.admin.mail, 'Could not be sent.', 'email'),
    ...waiting(
      1,
      desk.failures,
      paths.failures,
      `A payment or a refund failed in the last ${failureDays} days.`,
      'failed payment',
    ),
    ...waiting(1, desk.plans, paths.failingPlans, 'A payment is overdue.', 'recurring donation'),
    ...waiting(2, desk.appeals, paths.appealed, 'Waiting for a decision.', 'appeal'),
    ...waiting(2, desk.answers, paths.unreadAnswers, 'Not read yet.', 'new answer'),
    ...waiting(2, desk.nominations, paths.undecided, 'Waiting for a decision.', 'nomination'),
    ...missingReviews(desk.reviews),
    ...openConsents(desk.consents),
    ...waiting(
      2,
      desk.volunteers,
      paths.unansweredOffers,
      'Waiting for an answer.',
      'offer of time',
      'offers of time',
    ),
    ...waiting(2, desk.deposits, paths.admin.deposits, 'Waiting to be confirmed.', 'deposit'),
    ...unusedMoney(desk.money),
    ...missingProof(desk.proof),
    ...waiting(
      3,
      desk.claims,
      paths.admin.expectedDonations,
      'Not confirmed by the employer or the fund yet.',
      'expected donation',
    ),
    ...waiting(
      3,
      desk.comments,
      paths.admin.comments,
      'Waiting to be approved or declined.',
      'public comment',
    ),
    ...waiting(
      3,
      desk.hours,
      paths.unconfirmedHours,
      'Waiting to be confirmed.',
      'entry of hours',
      'entries of hours',
    ),
    ...waiting(3, desk.bankLines, paths.admin.bankLines, 'Waiting to be matched.', 'bank line'),
  ];
}

function waiting(
  urgency: Urgency,
  part: Desk['approvals'],
  to: string,
  text: string,
  ...words: [one: string, many?: string]
): Task[] {
  if (part === null || part.count === 0) return [];
  const { count, oldestAt: since } = part;
  return [{ to, name: countOf(count, ...words), text, isOne: count === 1, since, urgency }];
}

function missingReviews(reviews: Desk['reviews']): Task[] {
  return (reviews?.oldest ?? []).map(({ id, nominee, createdAt }) => ({
    to: `${paths.nominationWorkspace(id)}#reviews`,
    name: `Recommendation: ${nominee}`,
    text: describeOthers(reviews),
    isOne: true,
    since: createdAt,
    urgency: 2,
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
  const name = countOf(count, 'consent');
  return [{ to: paths.consentWaits, name, text, isOne: count === 1, since: null, urgency: 2 }];
}

function unusedMoney(money: Desk['money']): Task[] {
  return (money ?? []).map(({ cause, amount, oldestAt, needs, missingAmount }) => {
    const still = needs === 1 ? 'still needs' : 'still need';
    const missing = missingAmount > 0 ? ` that ${still} ${formatCents(missingAmount)}` : '';
    return {
      to: paths.availableFor(cause.id),
      name: `${formatCents(amount)} for ${cause.name}`,
      text: `Waiting to be allocated to ${countOf(needs, 'need')}${missing}.`,
      isOne: false,
      since: oldestAt,
      urgency: 3,
    };
  });
}

function missingProof(proof: Desk['proof']): Task[] {
  if (proof === null || proof.count === 0) return [];
  const { amount, count, oldestDays } = proof;
  return [
    {
      to: paths.admin.missingProof,
      name: `${formatCents(amount)} without proof`,
      text: 'Not spent yet, or its proof is not public.',
      isOne: count === 1,
      since: new Date(Date.now() - oldestDays * 86_400_000).toISOString(),
      urgency: 3,
    },
  ];
}
