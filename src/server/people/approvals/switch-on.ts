import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/people/approvals.ts';
import { describeFourEyes } from '#core/people/approvals.ts';
import { fourEyesSwitchedOn } from '#server/people/approvals/emails.ts';
import { ownersWhoCanSignIn } from '#server/people/owners/owners.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
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
  // Without an email: the owners have a longer one.
  await showAlert(trx, {
    key: 'approvals:switched-on',
    title: 'A second person approves from now on',
    message: `There is a second owner now, so some things are done only once a second person approves them: ${describeFourEyes(changed.fourEyes)}. Owners can change the limits in the settings, and switch this off together.`,
    path: adminPaths.settings,
  });
}

/** Whether a second person approves, or will as soon as a second owner can sign in. */
export async function getApprovalRule(
  db: Db,
  settings: SettingsStore,
): Promise<ResponseOf<typeof contract.getApprovalRule>> {
  const { fourEyes } = await settings.read(db);
  const startsWithSecondOwner =
    !(await wasOnBefore(db)) && (await ownersWhoCanSignIn(db)).length < 2;
  return { ...fourEyes, startsWithSecondOwner };
}

async function wasOnBefore(trx: Db | Trx): Promise<boolean> {
  const found = await trx
    .selectFrom('settingsVersions')
    .select('id')
    .where(sql<boolean>`(after #>> '{fourEyes,isOn}')::boolean`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
