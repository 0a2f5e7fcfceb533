import { donationPath } from '#contract/admin-pages.ts';
import { causeGroundWords } from '#core/giving/cause-changes.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import {
  type CauseChange,
  changeDonationCause,
  reasonInWords,
} from '#server/giving/donations/change-donation-cause.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';

interface Call {
  actor: TeamMember;
  input: CauseChange;
}

/** Another cause takes a second person at any amount: it is what a donor was promised. */
export function causeApproval(
  db: Db,
  { settings, mailer }: Pick<Deps, 'settings' | 'mailer'>,
): ApprovalRule<Call> {
  return {
    isNeeded: async ({ actor }) => (await fourEyesFor(db, settings, 'cause', actor)) !== null,
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => changeDonationCause(trial, actor, input, null, mailer)),
    // It may have gone to a third cause meanwhile.
    mustStayTrue: true,
    async describe({ input }) {
      const { amountCents, receivedOn, from, to } = await db
        .selectFrom('donations')
        .innerJoin('causes', 'causes.id', 'donations.causeId')
        .leftJoin('causes as others', (join) => join.on('others.id', '=', input.causeId))
        .select(['amountCents', 'receivedOn', 'causes.name as from', 'others.name as to'])
        .where('donations.id', '=', input.id)
        .executeTakeFirstOrThrow(() => notFound('donation'));
      return [
        {
          label: 'Donation',
          value: `${formatCents(amountCents)} of ${formatDay(receivedOn)}`,
          path: donationPath(input.id),
        },
        { label: 'From', value: from },
        { label: 'To', value: to ?? 'A cause that was deleted' },
        { label: 'On what ground', value: causeGroundWords[input.ground] },
        { label: 'Reason', value: reasonInWords(input) },
      ];
    },
  };
}
