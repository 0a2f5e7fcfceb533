import { sql } from 'kysely';
import type { SettingsVersionId } from '#contract/ids.ts';
import type { ChangedSettings, SavedSettings, Settings } from '#contract/operations/settings.ts';
import { describeChanges } from '#core/audit.ts';
import { partsOf, pickParts } from '#core/operations/setting-list.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import {
  checkComplete,
  checkFourEyes,
  checkPresets,
  unknownTimeZone,
} from '#server/operations/settings/policy.ts';
import { findVersion } from '#server/operations/settings/queries.ts';
import { tellOfChange } from '#server/people/objections/tell-of-change.ts';
import { ownersWhoCanSignIn } from '#server/people/owners/owners.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import {
  addSettingsVersion,
  type NewVersion,
  settingsDifference,
} from '#server/platform/site-settings/settings-versions.ts';

/* Saves the settings, and restores an older version. */

/** What changing the settings needs. */
interface Services {
  config: Config;
  settings: SettingsStore;
  mailer: Mailer;
}

/** Saves parts of the settings as they were changed since a version, if nobody has saved these parts since. */
export async function saveSettings(
  db: Db,
  actor: TeamMember,
  { version, ...changed }: ChangedSettings,
  services: Services,
): Promise<SavedSettings> {
  demandRight(actor, 'settings.write');
  await db.transaction().execute(async (trx) => {
    const saved = { version, changed, action: 'settings.changed', restoredVersion: null } as const;
    await addVersion(trx, actor, saved, services);
  });
  return showSaved(services.settings);
}

/** Saves what an older version says of one page. */
export async function restoreSettings(
  db: Db,
  actor: TeamMember,
  { id, group, version }: { id: SettingsVersionId; group: SettingsGroup; version: number },
  services: Services,
): Promise<SavedSettings> {
  demandRight(actor, 'settings.write');
  await db.transaction().execute(async (trx) => {
    const { version: restoredVersion, ...older } = await findVersion(trx, services.settings, id);
    const changed = pickParts(older, partsOf(group));
    const restored = { version, changed, action: 'settings.restored', restoredVersion } as const;
    await addVersion(trx, actor, restored, services);
  });
  return showSaved(services.settings);
}

/** Adds a version, and tells everybody who approves if it changes the rules, or where donors transfer money to. */
async function addVersion(
  trx: Trx,
  actor: TeamMember,
  version: NewVersion,
  services: Services,
): Promise<void> {
  const { settings, mailer } = services;
  await checkSettings(trx, version.changed, services);
  const added = await addSettingsVersion(trx, userActor(actor), version, settings);
  if (!added) return;
  const { old } = added;
  const { fourEyes, vetting, bankTransfers, timeZone } = { ...old, ...version.changed };
  const rules = settingsDifference(old, { ...old, fourEyes, vetting });
  const details = settingsDifference(old, { ...old, bankTransfers });
  if (!rules && !details) return;
  const reading = { timeZone, names: new Map<string, string>() };
  const changes = [rules, details].flatMap((each) =>
    each ? describeChanges(each.before, each.after, reading) : [],
  );
  const whats = [
    ...(rules ? ['the rules for approvals and checks'] : []),
    ...(details ? ['where donors transfer money to'] : []),
  ];
  await tellOfChange(
    trx,
    actor,
    {
      what: `changed ${whats.join(' and ')}`,
      facts: changes.map(({ field, before, after }) => [
        field,
        `${after ?? 'None'} (until now ${before ?? 'none'})`,
      ]),
      settingsVersionId: added.id,
    },
    mailer,
  );
}

/** Looks at what is saved alone: what is wrong elsewhere by now is for whoever saves that. */
async function checkSettings(
  trx: Trx,
  changed: Partial<Settings>,
  { config, settings }: Services,
): Promise<void> {
  const { presetCents, fourEyes, timeZone } = changed;
  if (presetCents) checkPresets(presetCents, config.donation);
  checkComplete(changed);
  const old = await settings.read(trx);
  if (fourEyes) checkFourEyes(old.fourEyes, fourEyes, (await ownersWhoCanSignIn(trx)).length);
  if (timeZone && timeZone !== old.timeZone) await checkTimeZone(trx, timeZone);
}

/** Refuses a time zone that only Node knows: every list by day would fail. */
async function checkTimeZone(trx: Trx, timeZone: string): Promise<void> {
  const { isKnown } = await trx
    .selectNoFrom(
      sql<boolean>`exists (
        select from pg_timezone_names where lower(name) = ${timeZone.toLowerCase()})`.as('isKnown'),
    )
    .executeTakeFirstOrThrow();
  if (!isKnown) throw unknownTimeZone();
}

/** From here on, every page and mail of this process has the new settings. */
async function showSaved(settings: SettingsStore): Promise<SavedSettings> {
  await settings.refresh();
  return settings.current();
}
