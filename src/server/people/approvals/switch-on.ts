import { sql } from 'kysely';
import { fourEyesSwitchedOn } from '#server/people/approvals/emails.ts';
import { ownersWhoCanSignIn } from '#server/people/owners/owners.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import {
  addSettingsVersion,
  lockSettings,
} from '#server/platform/site-settings/settings-versions.ts';

/**
 * Switches the approvals by a second person on as soon as a second owner can sign in, and tells the owners. Only the
 * first time: after that, it is for the owners to decide. Under `lockOwners`.
 */
export async function switchOnWithSecondOwner(
  trx: Trx,
  settings: SettingsStore,
  mailer: Mailer,
): Promise<void> {
  const owners = await ownersWhoCanSignIn(trx);
  if (owners.length < 2 || (await wasOnBefore(trx))) return;
  await lockSettings(trx);
  const { version, fourEyes } = await settings.read(trx);
  const changed = { fourEyes: { ...fourEyes, isOn: true } };
  const added = { version, changed, action: 'settings.changed', restoredVersion: null } as const;
  await addSettingsVersion(trx, 'system', added, settings);
  for (const owner of owners) {
    await mailer.enqueue(trx, fourEyesSwitchedOn(mailer.config, owner, changed.fourEyes));
  }
}

async function wasOnBefore(trx: Trx): Promise<boolean> {
  const found = await trx
    .selectFrom('settingsVersions')
    .select('id')
    .where(sql<boolean>`(after #>> '{fourEyes,isOn}')::boolean`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
