import { isDeepStrictEqual } from 'node:util';
import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { settingInWords } from '#core/operations/setting-kinds.ts';
import { type PlacedSetting, settingList, valueAt } from '#core/operations/setting-list.ts';
import { stricterRules } from '#core/people/approvals.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/**
 * Weaker rules take a second owner: one alone could switch the approvals or the vetting off for a moment. So does
 * another place to which donors transfer their money.
 */
export function settingsApproval<Call extends { actor: TeamMember }>(
  db: Db,
  settings: SettingsStore,
  changed: (call: Call) => Partial<Settings> | Promise<Partial<Settings>>,
): ApprovalRule<Call> {
  async function wanted(call: Call): Promise<{ now: Settings; asked: Settings }> {
    const { version: _, ...now } = await settings.read(db);
    const { version: __, ...asked }: SavedSettings = {
      version: 0,
      ...now,
      ...(await changed(call)),
    };
    return { now, asked };
  }
  return {
    async isNeeded(call) {
      if ((await fourEyesFor(db, settings, 'settings', call.actor)) === null) return false;
      const { asked, now } = await wanted(call);
      return isWeaker(asked, now) || isElsewhere(asked.bankTransfers, now.bankTransfers);
    },
    async describe(call) {
      const { asked, now } = await wanted(call);
      return settingList.flatMap((each): ApprovalFact[] => {
        const [value, before] = [valueAt(asked, each.path), valueAt(now, each.path)];
        const shown = settingInWords(each, value) || 'None';
        // Whatever else is saved with the rules: nothing passes unseen.
        if (!isDeepStrictEqual(value, before)) {
          const was =
            each.kind === 'words' ? '' : ` (now ${settingInWords(each, before) || 'none'})`;
          return [{ label: each.label, value: `${shown}${was}` }];
        }
        return isContext(each, asked) ? [{ label: each.label, value: shown }] : [];
      });
    },
  };
}

/** What whoever approves has to see though it stays: the rules, and where money goes that is offered to go there. */
function isContext({ path }: PlacedSetting, { bankTransfers }: Settings): boolean {
  if (path === 'bankTransfers.details') return bankTransfers.isOffered;
  return path.startsWith('fourEyes.') || path.startsWith('vetting.');
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
