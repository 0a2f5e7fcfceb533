import type { Settings } from '#contract/operations/settings.ts';
import { formatCents } from '#core/money.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/bind-endpoint.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';

/** Weakening the approvals takes a second owner, or one could switch them off for a moment. */
export function settingsApproval<Call extends { actor: TeamMember }>(
  db: Db,
  settings: SettingsStore,
  wanted: (call: Call) => Promise<Settings>,
): ApprovalRule<Call> {
  return {
    async isNeeded(call) {
      const now = await fourEyesFor(db, settings, 'settings', call.actor);
      return now !== null && isWeaker((await wanted(call)).fourEyes, now);
    },
    async describe(call) {
      const { isOn, spendingAboveCents, refundAboveCents } = (await wanted(call)).fourEyes;
      return [
        { label: 'Approval by a second person', value: isOn ? 'On' : 'Off' },
        { label: 'Expenses above', value: formatCents(spendingAboveCents) },
        { label: 'Refunds above', value: formatCents(refundAboveCents) },
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
