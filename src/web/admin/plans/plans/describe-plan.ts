import type { PlanSummary } from '#contract/plans/plans.ts';
import { totalOf } from '#core/plans/plan-parts.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';

/** A recurring donation in words: `"$25.00 every month"`. */
export function describePlan({
  amount,
  interval,
}: Pick<PlanSummary, 'amount' | 'interval'>): string {
  return `${formatCents(amount)} every ${intervalWords[interval].every}`;
}

/** What is added for card costs, in words, and what is charged in all. */
export function describeCover({ amount, cover }: Pick<PlanSummary, 'amount' | 'cover'>): string {
  const total = totalOf({ amountCents: amount, coverCents: cover });
  return `${formatCents(cover)} to each payment, so ${formatCents(total)} is charged`;
}

/** Why a payment is overdue, and what comes next. */
export function describeFailure({
  failure,
  isBeingStopped,
}: Pick<PlanSummary, 'failure' | 'isBeingStopped'>): string {
  if (failure === null) return '';
  const { since, reason, nextTryAt, mustConfirm } = failure;
  const next = isBeingStopped
    ? ''
    : nextTryAt !== null
      ? ` ${Date.parse(nextTryAt) > Date.now() ? 'Next try on' : 'The next try was due on'} ${formatDate(nextTryAt)}.`
      : mustConfirm
        ? ' It waits for the donor.'
        : ' It is not tried again with this card.';
  return `Since ${formatDate(since)}. ${reason}${next}`;
}
