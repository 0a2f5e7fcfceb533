import { sql } from 'kysely';
import type { z } from 'zod';
import { nominationWorkspacePath } from '#contract/admin-pages.ts';
import type { ExpenseId, NominationId } from '#contract/ids.ts';
import type { expenseCorrection, expenseInput } from '#contract/spending/expenses.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { countLoneMoves } from '#server/people/approvals/lone-moves.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { correctExpense } from '#server/spending/expenses/correct-expense.ts';
import { expenseCents, getExpense } from '#server/spending/expenses/queries.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';
import { nomineeOf } from '#server/vetting/nominations/queries.ts';

interface Call {
  actor: TeamMember;
  input: { id: NominationId } & z.infer<typeof expenseInput>;
  idempotencyKey: string | null;
}

/** An expense takes a second person above the limit, and if whoever records it has vetted the nomination. */
export function expenseApproval(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  const alone = countLoneMoves<Call>(db);
  return {
    onRefused: alone.forget,
    async isNeeded(call) {
      const { actor, input, idempotencyKey } = call;
      const limits = await fourEyesFor(db, settings, 'spending', actor);
      if (limits === null) return false;
      if (await hasVetted(db, actor, input.id)) return true;
      const move = {
        kind: 'spending' as const,
        cents: input.amount,
        limitCents: limits.spendingAboveCents,
        key: idempotencyKey,
      };
      return alone.isTooMuch(call, actor, move);
    },
    rehearse: ({ actor, input: { id: nominationId, ...input } }) =>
      rehearse(db, (trial) => recordExpense(trial, actor, { ...input, nominationId }, null)),
    async describe({ input }) {
      return [
        {
          label: 'For',
          value: await nomineeOf(db, input.id),
          path: nominationWorkspacePath(input.id),
        },
        { label: 'Amount', value: formatCents(input.amount) },
        { label: 'Paid to', value: input.payee },
        { label: 'Day', value: formatDay(input.paidOn) },
        { label: 'Purpose', value: input.purpose },
        {
          label: 'Proof',
          value: `${receiptKinds[input.receiptKind]}, ${countOf(input.receiptIds.length, 'file')}`,
        },
        ...(input.paysCardCosts ? [{ label: 'Pays', value: 'Card costs' }] : []),
      ];
    },
  };
}

interface Undoing {
  actor: TeamMember;
  input: { id: ExpenseId; reason: string };
}

/** What is above the limit has been approved by two people, and is taken back by two. */
export function undoApproval(db: Db, settings: SettingsStore): ApprovalRule<Undoing> {
  return {
    async isNeeded({ actor, input }) {
      const limits = await fourEyesFor(db, settings, 'spending', actor);
      if (limits === null) return false;
      return (await expenseCents(db, input.id)) > limits.spendingAboveCents;
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => undoExpense(trial, actor, input, null)),
    async describe({ input }) {
      const { nominationId } = await findExpense(db, input.id);
      const { amount, payee, paidOn, purpose } = await getExpense(db, input.id);
      return [
        { label: 'What', value: 'Undo an expense' },
        {
          label: 'For',
          value: await nomineeOf(db, nominationId),
          path: nominationWorkspacePath(nominationId),
        },
        { label: 'Amount', value: formatCents(amount) },
        { label: 'Paid to', value: payee },
        { label: 'Day', value: formatDay(paidOn) },
        { label: 'Purpose', value: purpose },
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}

interface Correction {
  actor: TeamMember;
  input: { id: ExpenseId } & z.infer<typeof expenseCorrection>;
}

/** What takes a second person to be recorded takes one to be corrected: to whom money went is what they looked at. */
export function correctionApproval(db: Db, settings: SettingsStore): ApprovalRule<Correction> {
  return {
    async isNeeded({ actor, input }) {
      const limits = await fourEyesFor(db, settings, 'spending', actor);
      if (limits === null) return false;
      const { nominationId, amountCents } = await findExpense(db, input.id);
      return amountCents > limits.spendingAboveCents || hasVetted(db, actor, nominationId);
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => correctExpense(trial, actor, input)),
    async describe({ input }) {
      const { nominationId } = await findExpense(db, input.id);
      const { amount, ...expense } = await getExpense(db, input.id);
      const becomes = (label: string, of: (facts: typeof input | typeof expense) => string) => {
        const [from, to] = [of(expense), of(input)];
        return { label, value: from === to ? from : `${to} (until now: ${from})` };
      };
      return [
        { label: 'What', value: 'Correct an expense' },
        {
          label: 'For',
          value: await nomineeOf(db, nominationId),
          path: nominationWorkspacePath(nominationId),
        },
        { label: 'Amount', value: formatCents(amount) },
        becomes('Paid to', ({ payee }) => payee),
        becomes('Day', ({ paidOn }) => formatDay(paidOn)),
        becomes('Purpose', ({ purpose }) => purpose),
        becomes('Proof', ({ receiptKind }) => receiptKinds[receiptKind]),
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}

function findExpense(db: Db, id: ExpenseId) {
  return db
    .selectFrom('expenses')
    .select(['nominationId', 'amountCents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('expense'));
}

/** Whoever vetted somebody must not be the only one who pays for them. */
async function hasVetted(db: Db, actor: TeamMember, id: NominationId): Promise<boolean> {
  return (await hasAccepted(db, actor, id)) || (await hasChecked(db, actor, id));
}

/** Whether somebody has found out a point of the checklist, or recommended something. */
async function hasChecked(db: Db, { id: userId }: TeamMember, id: NominationId): Promise<boolean> {
  const { is } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from checklist_points
          where nomination_id = ${id} and changed_by = ${userId})
        or exists (select from reviews where nomination_id = ${id} and reviewer = ${userId})`.as(
        'is',
      ),
    )
    .executeTakeFirstOrThrow();
  return is;
}

async function hasAccepted(db: Db, actor: TeamMember, id: NominationId): Promise<boolean> {
  const last = await db
    .selectFrom('auditEntries')
    .select('actor')
    .where('subjectId', '=', id)
    .where('action', '=', 'nomination.accepted')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.actor === userActor(actor);
}
