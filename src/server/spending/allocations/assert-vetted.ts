import type { NominationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { assertChecked } from '#server/vetting/checklists/check-gate.ts';

/**
 * Before a cent moves, the checks that the settings ask for, of what was accepted before they asked for any, too. The
 * public pages say so. The caller has locked the nomination.
 */
export async function assertVetted(
  trx: Trx,
  id: NominationId,
  settings: SettingsStore,
): Promise<void> {
  const { vetting } = await settings.read(trx);
  const wayOut =
    ' It was accepted before that was required: release what it holds, reject it, settle its points, and accept it again.';
  await assertChecked(trx, id, vetting, wayOut);
}
