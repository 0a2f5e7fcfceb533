import { depositPath } from '#contract/admin-pages.ts';
import type { DepositLineId } from '#contract/ids.ts';
import { depositKinds, type LineReturn, lineReturns } from '#core/giving/deposits.ts';
import { formatCents } from '#core/platform/money.ts';
import { returnDepositLine } from '#server/giving/deposits/return-deposit-line.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';

interface Call {
  actor: TeamMember;
  input: { id: DepositLineId; how: LineReturn; reason: string };
}

/**
 * The return of a confirmed line takes a second person: what was confirmed by two people is returned by two, whatever the
 * amount.
 */
export function returnApproval(
  db: Db,
  services: Pick<Deps, 'settings' | 'mailer'>,
): ApprovalRule<Call> {
  return {
    isNeeded: async ({ actor }) =>
      (await fourEyesFor(db, services.settings, 'deposit', actor)) !== null,
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => returnDepositLine(trial, actor, input, null, services)),
    async describe({ input }) {
      const { kind, cents, title, depositId, position } = await db
        .selectFrom('depositLines')
        .innerJoin('deposits', 'deposits.id', 'depositLines.depositId')
        .select(['kind', 'cents', 'title', 'depositId', 'position'])
        .where('depositLines.id', '=', input.id)
        .executeTakeFirstOrThrow(() => notFound('line of a deposit'));
      return [
        { label: 'What', value: lineReturns[input.how].asked },
        { label: 'Amount', value: `${depositKinds[kind]} of ${formatCents(cents)}` },
        { label: 'Deposit', value: `${title}, line ${position + 1}`, path: depositPath(depositId) },
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}
