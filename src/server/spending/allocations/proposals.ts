import type { z } from 'zod';
import { donationPath, nominationPath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import type { allocationInput, createAllocations } from '#contract/spending/allocations.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { findDonationLine } from '#server/payments/refunds/queries.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { allocate, allocateMany } from '#server/spending/allocations/allocate.ts';
import { nomineeOf } from '#server/vetting/nominations/queries.ts';

interface Call {
  actor: TeamMember;
  input: z.infer<typeof allocationInput>;
}

/** Whoever may only propose an allocation asks somebody who may allocate. */
export function allocationProposal(db: Db, settings: SettingsStore): ApprovalRule<Call> {
  return {
    isNeeded: async ({ actor }) => !may(actor, 'allocations.write'),
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => allocate(trial, asTreasurer(actor), input, null, settings)),
    async describe({ input }) {
      const { createdAt, amountCents, causeName } = await findDonationLine(db, input.donationId);
      const day = formatDate(createdAt, settings.current().timeZone);
      return [
        {
          label: 'To',
          value: await nomineeOf(db, input.nominationId),
          path: nominationPath(input.nominationId),
        },
        { label: 'Amount', value: formatCents(input.amount) },
        {
          label: 'From the donation',
          value: `${formatCents(amountCents)} of ${day}, ${causeName}`,
          path: donationPath(input.donationId),
        },
        ...(input.isBeyondGoalMeant ? [{ label: 'Beyond the goal', value: 'If needed' }] : []),
      ];
    },
  };
}

interface ManyCall {
  actor: TeamMember;
  input: { id: NominationId } & z.infer<NonNullable<(typeof createAllocations)['body']>>;
}

/** The same for several donations at once. */
export function allocationsProposal(db: Db, settings: SettingsStore): ApprovalRule<ManyCall> {
  return {
    isNeeded: async ({ actor }) => !may(actor, 'allocations.write'),
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => allocateMany(trial, asTreasurer(actor), input, null, settings)),
    async describe({ input: { id, lines, isBeyondGoalMeant } }) {
      return [
        {
          label: 'To',
          value: await nomineeOf(db, id),
          path: nominationPath(id),
        },
        { label: 'Amount', value: formatCents(sumCents(lines.map(({ amount }) => amount))) },
        ...lines.map(({ amount, donationId }, index) => ({
          label: `Donation ${index + 1}`,
          value: formatCents(amount),
          path: donationPath(donationId),
        })),
        ...(isBeyondGoalMeant ? [{ label: 'Beyond the goal', value: 'If needed' }] : []),
      ];
    },
  };
}

/** Somebody with the right that whoever approves this has. */
const asTreasurer = (actor: TeamMember): TeamMember => ({
  ...actor,
  allowed: [...actor.allowed, 'allocations.write'],
});
