import { adminPaths } from '#contract/admin-pages.ts';
import type { TopUp } from '#contract/provider/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface Call {
  actor: TeamMember;
  input: TopUp;
}

/**
 * Putting money in takes a second person, whatever the amount: what we say of 100% follows from it, and no receipt
 * shows it.
 */
export function topUpApproval(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  return {
    isNeeded: async ({ actor }) => (await fourEyesFor(db, settings, 'top_up', actor)) !== null,
    async describe({ input: { amount, direction, reason } }) {
      return [
        {
          label: direction === 'in' ? 'Put in for card costs' : 'Taken out of money for card costs',
          value: formatCents(amount),
          path: adminPaths.cardCosts,
        },
        { label: 'Reason', value: reason },
      ];
    },
  };
}
