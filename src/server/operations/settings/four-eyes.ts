import type { Settings } from '#contract/operations/settings.ts';
import { formatCents } from '#core/money.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/bind-endpoint.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';

/** Weakening the approvals or the vetting takes a second owner, or one could switch them off for a moment. */
export function settingsApproval<Call extends { actor: TeamMember }>(
  db: Db,
  settings: SettingsStore,
  wanted: (call: Call) => Promise<Settings>,
): ApprovalRule<Call> {
  return {
    async isNeeded(call) {
      const now = await fourEyesFor(db, settings, 'settings', call.actor);
      if (now === null) return false;
      const { fourEyes, vetting } = await wanted(call);
      return isWeaker(fourEyes, now) || isWeakerVetting(vetting, (await settings.read(db)).vetting);
    },
    async describe(call) {
      const { fourEyes, vetting } = await wanted(call);
      const { isOn, spendingAboveCents, refundAboveCents } = fourEyes;
      const { isChecklistRequired, reviewsAboveCents } = vetting;
      return [
        { label: 'Approval by a second person', value: isOn ? 'On' : 'Off' },
        { label: 'Expenses above', value: formatCents(spendingAboveCents) },
        { label: 'Refunds above', value: formatCents(refundAboveCents) },
        {
          label: 'Checklist before accepting',
          value: isChecklistRequired ? 'Required' : 'Not required',
        },
        {
          label: 'Two recommendations for goals above',
          value: reviewsAboveCents === null ? 'Never' : formatCents(reviewsAboveCents),
        },
      ];
    },
  };
}

function isWeaker(wanted: Settings['fourEyes'], now: Settings['fourEyes']): boolean {
  return (
    (now.isOn && !wanted.isOn) ||
    wanted.spendingAboveCents > now.spendingAboveCents ||
    wanted.refundAboveCents > now.refundAboveCents
  );
}

/** A step less before a nomination is accepted: whoever accepts one must not switch it off for a moment. */
function isWeakerVetting(wanted: Settings['vetting'], now: Settings['vetting']): boolean {
  return (
    (now.isChecklistRequired && !wanted.isChecklistRequired) ||
    (now.reviewsAboveCents !== null &&
      (wanted.reviewsAboveCents === null || wanted.reviewsAboveCents > now.reviewsAboveCents))
  );
}
