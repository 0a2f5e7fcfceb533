import type { SettingsVersionId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import * as contract from '#contract/operations/settings.ts';
import { restoreSettings, saveSettings } from '#server/operations/settings/commands.ts';
import { settingsApproval } from '#server/operations/settings/four-eyes.ts';
import { findVersion, listSettingsVersions } from '#server/operations/settings/queries.ts';
import { printSampleReceipt } from '#server/operations/settings/sample-receipt.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';

export const settingsRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    getSettings: () => settings.read(db),
    saveSettings: {
      handle: ({ actor, input }) => saveSettings(db, actor, input, deps),
      approval: settingsApproval(
        db,
        settings,
        async ({ input }: { actor: TeamMember; input: SavedSettings }) => input,
      ),
    },
    getSampleReceipt: ({ actor, input, reply }) =>
      printSampleReceipt(input.receipts, settings.current().timeZone, {
        name: userActor(actor),
        signal: callerSignal(reply),
      }),
    listSettingsVersions: ({ input }) => listSettingsVersions(db, settings, input),
    restoreSettings: {
      handle: ({ actor, input }) => restoreSettings(db, actor, input, deps),
      approval: settingsApproval(
        db,
        settings,
        ({ input }: { actor: TeamMember; input: { id: SettingsVersionId } }) =>
          findVersion(db, settings, input.id),
      ),
    },
  };
});
