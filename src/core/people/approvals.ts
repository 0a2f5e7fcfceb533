import { type Right, type Role, rightsOf } from '#core/people/rights.ts';
import { formatCents } from '#core/platform/money.ts';

/*
 * What a second person approves, how long a request waits, how long a loss and an objection hold, and which rules are
 * stricter.
 */

/** How long a request waits for a second person, in days. */
export const approvalDays = 7;

/**
 * How long, in days, what takes two people goes on taking two after somebody lost the right to approve it; how long
 * somebody can object to a change; and how long an objection holds everything that takes two people.
 */
export const holdDays = 7;

/** What one person can ask for and another one approves: its words, and the right of whoever approves it. */
export const approvalKinds = {
  allocation: { name: 'Allocation', right: 'allocations.write' },
  spending: { name: 'Expense', right: 'money.write' },
  refund: { name: 'Refund', right: 'money.write' },
  cause: { name: 'Another cause for a donation', right: 'money.write' },
  cause_name: { name: 'Another name for a cause', right: 'causes.write' },
  bank_account: { name: 'Bank account', right: 'money.write' },
  bank_line: { name: 'Bank line', right: 'money.write' },
  bank_statement: { name: 'Bank statement', right: 'money.write' },
  month: { name: 'Unlocking a month', right: 'money.write' },
  deposit: { name: 'Return of a deposit line', right: 'money.write' },
  top_up: { name: 'Money for card costs', right: 'money.write' },
  import: { name: 'Import', right: 'money.write' },
  mailing: { name: 'Email to donors', right: 'money.write' },
  owner: { name: 'New owner or treasurer', right: 'people.write' },
  settings: { name: 'Weaker rules', right: 'settings.write' },
} as const satisfies Record<string, { name: string; right: Right }>;

/** One of {@link approvalKinds}. */
export type ApprovalKind = keyof typeof approvalKinds;

/** The rights of these roles with which somebody approves what another one asks for. */
export function approvingRights(roles: readonly Role[]): Right[] {
  const kinds: { right: Right }[] = Object.values(approvalKinds);
  return rightsOf(roles).filter((held) => kinds.some(({ right }) => right === held));
}

/** The rules about who decides what with whom: a part of the settings. */
export interface ApprovalRules {
  /** Above these cents, a second person approves, while it is on. */
  fourEyes: { isOn: boolean; spendingAboveCents: number; refundAboveCents: number };
  /** `reviewsAboveCents`: null if no goal takes two recommendations. */
  vetting: { isChecklistRequired: boolean; reviewsAboveCents: number | null };
}

/** What takes a second person while that is on, in short, for whoever brings it about. Limits in cents. */
export function describeFourEyes({
  spendingAboveCents,
  refundAboveCents,
}: Omit<ApprovalRules['fourEyes'], 'isOn'>): string {
  return `expenses above ${formatCents(spendingAboveCents)} and refunds above ${formatCents(refundAboveCents)} per person and day, deposits, imports, bank accounts, new owners and treasurers, and some more`;
}

/** Of two sets of rules, what is stricter of each: with both limits, the lower one. */
export function stricterRules(one: ApprovalRules, other: ApprovalRules): ApprovalRules {
  const least = (of: (rules: ApprovalRules) => number) => Math.min(of(one), of(other));
  const reviewsAbove = least(
    ({ vetting }) => vetting.reviewsAboveCents ?? Number.POSITIVE_INFINITY,
  );
  return {
    fourEyes: {
      isOn: one.fourEyes.isOn || other.fourEyes.isOn,
      spendingAboveCents: least(({ fourEyes }) => fourEyes.spendingAboveCents),
      refundAboveCents: least(({ fourEyes }) => fourEyes.refundAboveCents),
    },
    vetting: {
      isChecklistRequired: one.vetting.isChecklistRequired || other.vetting.isChecklistRequired,
      reviewsAboveCents: Number.isFinite(reviewsAbove) ? reviewsAbove : null,
    },
  };
}

/** How a request stands: as it is stored, or `expired`, which follows from its age. */
export const approvalStatuses = [
  'open',
  'approving',
  'approved',
  'declined',
  'withdrawn',
  'refused',
  'expired',
] as const;

/** One of {@link approvalStatuses}. */
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Each status in words. */
export const approvalStatusNames: Record<ApprovalStatus, string> = {
  open: 'Waiting',
  approving: 'Being done',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  refused: 'Could not be done',
  expired: 'Expired',
};
