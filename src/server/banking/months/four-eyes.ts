import { adminPaths } from '#contract/admin-pages.ts';
import type { MonthLockId } from '#contract/ids.ts';
import { formatMonth } from '#core/platform/months.ts';
import { unlockMonth } from '#server/banking/months/commands.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface Call {
  actor: TeamMember;
  input: { id: MonthLockId; reason: string };
}

/** Unlocking a month takes a second person: figures that were locked change only after somebody else agreed to it. */
export function unlockApproval(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  return {
    isNeeded: async ({ actor }) => (await fourEyesFor(db, settings, 'month', actor)) !== null,
    rehearse: ({ actor, input }) => rehearse(db, (trial) => unlockMonth(trial, actor, input)),
    async describe({ input }) {
      const { lastDay } = await db
        .selectFrom('monthLocks')
        .select('lastDay')
        .where('id', '=', input.id)
        .executeTakeFirstOrThrow(() => notFound('lock of a month'));
      return [
        { label: 'What', value: 'Unlock a month', path: adminPaths.bankMonths },
        { label: 'Month', value: formatMonth(lastDay.slice(0, 7)) },
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}
