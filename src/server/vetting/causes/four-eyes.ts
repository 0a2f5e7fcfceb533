import type { RequestOf } from '#contract/endpoint.ts';
import type { CauseId } from '#contract/ids.ts';
import type * as contract from '#contract/vetting/causes.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { changeCause } from '#server/vetting/causes/change-cause.ts';
import { getCause } from '#server/vetting/causes/queries.ts';

interface Call {
  actor: TeamMember;
  input: RequestOf<typeof contract.changeCause>['body'] & { id: CauseId };
}

/**
 * A new name for what people gave to takes a second person: it says of all that money at once what it was given for, which
 * takes two people for a single donation.
 */
export function causeNameApproval(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  return {
    async isNeeded({ actor, input }) {
      const { name, _count } = await getCause(db, input.id);
      const isForMoney = name !== input.name && _count.donations > 0;
      return isForMoney && (await fourEyesFor(db, settings, 'cause_name', actor)) !== null;
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => changeCause(trial, actor, input)),
    mustStayTrue: true,
    async describe({ input }) {
      const { name, description, _count } = await getCause(db, input.id);
      return [
        { label: 'Cause', value: name },
        { label: 'New name', value: input.name },
        { label: 'Donations', value: String(_count.donations) },
        ...(description === input.description
          ? []
          : [{ label: 'New description', value: input.description || 'None' }]),
      ];
    },
  };
}
