import type { PgBoss } from 'pg-boss';
import { adminPaths } from '#contract/admin-pages.ts';
import { countOf } from '#core/platform/counts.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { type AskedAdoptions, adoptPlans } from '#server/plans/plan-adoptions/adopt-plans.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/** Taking over subscriptions takes a second person: what an earlier system began is like what it recorded. */
export function adoptionApproval(
  db: Db,
  settings: SettingsStore,
  boss: PgBoss,
): ApprovalRule<{ actor: TeamMember; input: AskedAdoptions }> {
  return {
    isNeeded: async ({ actor }) => (await fourEyesFor(db, settings, 'import', actor)) !== null,
    rehearse: ({ actor, input }) =>
      rehearse(db, async (trial) => {
        await adoptPlans(trial, actor, input, null, boss);
      }),
    async describe({ input: { adoptions } }) {
      const causes = await db
        .selectFrom('causes')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(adoptions.map(({ causeId }) => causeId))])
        .orderBy('name')
        .execute();
      const words = causes.map(({ id, name }) => {
        const count = adoptions.filter(({ causeId }) => causeId === id).length;
        return `${name} (${count})`;
      });
      return [
        {
          label: 'What',
          value: `Take over ${countOf(adoptions.length, 'subscription')} that another system began`,
          path: adminPaths.planAdoptions,
        },
        { label: 'Causes', value: words.join('; ') },
        { label: 'Which', value: adoptions.map(({ subscriptionId }) => subscriptionId).join(', ') },
        { label: 'Then', value: 'Each donor is told by email. Nothing is charged because of it.' },
      ];
    },
  };
}
