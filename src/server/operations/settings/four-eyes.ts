import { isDeepStrictEqual } from 'node:util';
import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { describeChanges } from '#core/audit.ts';
import { stricterRules } from '#core/people/approvals.ts';
import { formatCents } from '#core/platform/money.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { settingsDifference } from '#server/platform/site-settings/settings-versions.ts';

/**
 * Weaker rules take a second owner: one alone could switch the approvals or the vetting off for a moment. So does
 * another place to which donors transfer their money.
 */
export function settingsApproval<Call extends { actor: TeamMember }>(
  db: Db,
  settings: SettingsStore,
  wanted: (call: Call) => Promise<SavedSettings>,
): ApprovalRule<Call> {
  return {
    async isNeeded(call) {
      if ((await fourEyesFor(db, settings, 'settings', call.actor)) === null) return false;
      const [asked, now] = [await wanted(call), await settings.read(db)];
      return isWeaker(asked, now) || isElsewhere(asked.bankTransfers, now.bankTransfers);
    },
    async describe(call) {
      const { version: _, ...asked } = await wanted(call);
      const { fourEyes, vetting, bankTransfers, howWeWork } = asked;
      const { version: __, ...now } = await settings.read(db);
      return [
        ...rulesIn(asked).map(({ label, value }, place) => {
          const before = rulesIn(now)[place]?.value;
          return { label, value: value === before ? value : `${value} (now ${before})` };
        }),
        // Whatever else is saved with them: nothing passes unseen.
        ...otherChanges({ ...now, fourEyes, vetting, howWeWork }, { ...now, ...asked }),
        ...(bankTransfers.isOffered && bankTransfers.details === now.bankTransfers.details
          ? [{ label: 'Donors transfer their money to', value: bankTransfers.details }]
          : []),
        ...(howWeWork === now.howWeWork
          ? []
          : [{ label: 'Text on “How We Work”', value: howWeWork || 'None' }]),
      ];
    },
  };
}

/** The rules that one owner cannot weaken, in words. */
function rulesIn({ fourEyes, vetting }: Pick<Settings, 'fourEyes' | 'vetting'>): ApprovalFact[] {
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
}

function otherChanges(now: Settings, asked: Settings): ApprovalFact[] {
  const difference = settingsDifference(now, asked);
  if (difference === null) return [];
  const reading = { timeZone: now.timeZone, names: new Map<string, string>() };
  return describeChanges(difference.before, difference.after, reading).map(
    ({ field, before, after }) => ({
      label: field,
      value: `${after ?? 'None'} (now ${before ?? 'none'})`,
    }),
  );
}

/**
 * Money of donors would go to another account, now or once it is offered: whoever looks at one request sees what they agree
 * to, and not what somebody saved before.
 */
function isElsewhere(wanted: Settings['bankTransfers'], now: Settings['bankTransfers']): boolean {
  const hasChanged = wanted.details !== now.details && wanted.details !== '';
  return hasChanged || (wanted.isOffered && !now.isOffered);
}

/** Less than now of what makes a second person necessary, or of what comes before a nomination is accepted. */
function isWeaker({ fourEyes, vetting }: Settings, now: Settings): boolean {
  const wanted = { fourEyes, vetting };
  return !isDeepStrictEqual(stricterRules(wanted, now), wanted);
}
