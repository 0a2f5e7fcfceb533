import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { SettingsVersionId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { AuditValues } from '#core/audit.ts';
import { groupOf, settingList, valueAt } from '#core/operations/setting-list.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* Saves settings as a new version, and tells what differs from the one before. */

/** Settings that somebody saves. */
export interface NewVersion {
  /** The newest version that whoever saves them has seen. */
  version: number;
  /** The parts that are saved; the others stay as they are. */
  changed: Partial<Settings>;
  action: AuditAction;
  /** The older version that is restored; null if somebody changed the settings. */
  restoredVersion: number | null;
}

/**
 * Saves parts of the settings as a new version, unless nothing differs; the version, with the settings before it. 409
 * `settings_changed` if somebody has saved one of these parts after the version that was seen.
 */
export async function addSettingsVersion(
  trx: Trx,
  actor: string,
  { version, changed, action, restoredVersion }: NewVersion,
  settings: SettingsStore,
): Promise<{ id: SettingsVersionId; old: Settings } | null> {
  await lockSettings(trx);
  const { version: newest, ...old } = await settings.read(trx);
  const parts = Object.keys(changed) as (keyof Settings)[];
  if (version > newest || (await haveChanged(trx, parts, version))) {
    throw new AppError(
      'settings_changed',
      'Somebody saved these settings after you opened them, so nothing of yours was saved. Load them again, and repeat your changes.',
    );
  }
  const wanted = { ...old, ...changed };
  const difference = settingsDifference(old, wanted);
  if (difference === null) return null;
  const id = newId<SettingsVersionId>();
  await trx
    .insertInto('settingsVersions')
    .values({
      id,
      version: newest + 1,
      actor,
      restoredVersion,
      before: JSON.stringify(old),
      after: JSON.stringify(wanted),
    })
    .execute();
  const group = groupOf(parts);
  const subjectId = group === null ? 'settings' : (`settings-${group}` as const);
  await recordAudit(trx, { actor, action, subjectId, ...difference });
  return { id, old };
}

/** Whether a version after this one changed any of these parts. */
async function haveChanged(
  trx: Trx,
  parts: readonly (keyof Settings)[],
  since: number,
): Promise<boolean> {
  const later = await trx
    .selectFrom('settingsVersions')
    .select('id')
    .where('version', '>', since)
    .where(changesAnyOf(parts))
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Versions that changed any of these parts, as a condition. */
export function changesAnyOf(parts: readonly (keyof Settings)[]) {
  return sql<boolean>`exists (
    select from unnest(${parts}::text[]) as part where before -> part is distinct from after -> part)`;
}

/** Lets one transaction at a time save settings: whoever comes second sees what the first one saved. */
export async function lockSettings(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(trx);
}

/** What differs between two versions, as the audit trail records it; null if nothing does. */
export function settingsDifference(
  old: Settings,
  changed: Settings,
): { before: AuditValues; after: AuditValues } | null {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const texts: string[] = [];
  for (const { path, kind, recordedAs } of settingList) {
    const [was, is] = [valueAt(old, path), valueAt(changed, path)];
    if (isDeepStrictEqual(was, is)) continue;
    if (kind === 'words') texts.push(recordedAs);
    else [before[recordedAs], after[recordedAs]] = [was, is];
  }
  if (texts.length > 0) after.texts = texts;
  return Object.keys(after).length > 0 ? { before, after } : null;
}
