import type { SettingsVersionId } from '#contract/ids.ts';
import type { ChangedSettings } from '#contract/operations/settings.ts';
import * as contract from '#contract/operations/settings.ts';
import { partsOf, pickParts } from '#core/operations/setting-list.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import { restoreSettings, saveSettings } from '#server/operations/settings/commands.ts';
import { describeEnvironment } from '#server/operations/settings/environment.ts';
import { settingsApproval } from '#server/operations/settings/four-eyes.ts';
import { findVersion, listSettingsVersions } from '#server/operations/settings/queries.ts';
import { printSampleReceipt } from '#server/operations/settings/sample-receipt.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';

export const settingsRoutes = serve(contract, (deps) => {
  const { db, settings, config } = deps;
  return {
    getSettings: () => settings.read(db),
    listEnvironment: async () => describeEnvironment(config.environment),
    saveSettings: {
      handle: ({ actor, input }) => saveSettings(db, actor, input, deps),
      approval: settingsApproval(
        db,
        settings,
        ({ input: { version: _, ...changed } }: { actor: TeamMember; input: ChangedSettings }) =>
          changed,
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
        async ({
          input: { id, group },
        }: {
          actor: TeamMember;
          input: { id: SettingsVersionId; group: SettingsGroup };
        }) => pickParts(await findVersion(db, settings, id), partsOf(group)),
      ),
    },
  };
});
