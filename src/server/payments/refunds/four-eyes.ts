import { donationPath, planPath } from '#contract/admin-pages.ts';
import type { DonationId } from '#contract/ids.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { coverToRefund } from '#server/payments/refunds/policy.ts';
import { findDonationLine } from '#server/payments/refunds/queries.ts';
import { reserveRefund } from '#server/payments/refunds/request-refund.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { countLoneMoves } from '#server/people/approvals/lone-moves.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';

interface Call {
  actor: TeamMember;
  input: { id: DonationId; amount: number; reason: string; stopsPlan: boolean };
  idempotencyKey: string | null;
}

/** A refund takes a second person above the limit. */
export function refundApproval(
  db: Db,
  settings: SettingsStore,
  provider: PaymentProvider['name'],
): ApprovalRule<Call> {
  const alone = countLoneMoves<Call>(db);
  return {
    onRefused: alone.forget,
    async isNeeded(call) {
      const { actor, input, idempotencyKey } = call;
      const limits = await fourEyesFor(db, settings, 'refund', actor);
      if (limits === null) return false;
      const donation = await findDonationLine(db, input.id);
      const move = {
        kind: 'refund' as const,
        // With what leaves beside the donation.
        cents: input.amount + coverToRefund(input.amount, donation),
        limitCents: limits.refundAboveCents,
        key: idempotencyKey,
      };
      return alone.isTooMuch(call, actor, move);
    },
    rehearse: ({ actor, input: { id: donationId, ...input } }) =>
      rehearse(db, (trial) =>
        reserveRefund(trial, actor, { donationId, ...input }, null, provider),
      ),
    async describe({ input }) {
      const { createdAt, amountCents, causeName, ...donation } = await findDonationLine(
        db,
        input.id,
      );
      const coverCents = coverToRefund(input.amount, { amountCents, ...donation });
      const day = formatDate(createdAt, settings.current().timeZone);
      return [
        {
          label: 'Donation',
          value: `${formatCents(amountCents)} of ${day}, ${causeName}`,
          path: donationPath(input.id),
        },
        { label: 'Refund', value: formatCents(input.amount) },
        ...(coverCents > 0
          ? [{ label: 'With it, added for card costs', value: formatCents(coverCents) }]
          : []),
        ...(input.stopsPlan && donation.planId !== null
          ? [
              {
                label: 'Recurring donation',
                value: 'Is stopped as well',
                path: planPath(donation.planId),
              },
            ]
          : []),
        { label: 'Reason', value: input.reason },
      ];
    },
  };
}
