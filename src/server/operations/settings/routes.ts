import type { FastifyInstance } from 'fastify';
import type { SettingsVersionId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import * as contract from '#contract/operations/settings.ts';
import { restoreSettings, saveSettings } from '#server/operations/settings/commands.ts';
import { settingsApproval } from '#server/operations/settings/four-eyes.ts';
import { findVersion, listSettingsVersions } from '#server/operations/settings/queries.ts';
import { printSampleReceipt } from '#server/operations/settings/sample-receipt.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.getSettings, () => settings.read(db));
  bind(app, deps, contract.saveSettings, ({ actor, body }) => saveSettings(db, actor, body, deps), {
    approval: settingsApproval(
      db,
      settings,
      async ({ body }: { actor: TeamMember; body: Settings }) => body,
    ),
  });
  bind(app, deps, contract.getSampleReceipt, ({ actor, body, reply }) =>
    printSampleReceipt(body.receipts, settings.current().timeZone, {
      name: userActor(actor),
      signal: callerSignal(reply),
    }),
  );
  bind(app, deps, contract.listSettingsVersions, ({ query }) =>
    listSettingsVersions(db, settings, query),
  );
  bind(
    app,
    deps,
    contract.restoreSettings,
    ({ actor, params, body }) => restoreSettings(db, actor, { ...params, ...body }, deps),
    {
      approval: settingsApproval(
        db,
        settings,
        ({ params }: { actor: TeamMember; params: { id: SettingsVersionId } }) =>
          findVersion(db, settings, params.id),
      ),
    },
  );
}
