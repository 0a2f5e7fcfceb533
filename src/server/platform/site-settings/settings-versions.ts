import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { SettingsVersionId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { AuditValues } from '#core/audit.ts';
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
  changed: Settings;
  action: AuditAction;
  /** The older version that is restored; null if somebody changed the settings. */
  restoredVersion: number | null;
}

/**
 * Saves settings as a new version, unless nothing differs; the version, with the settings before it. 409 `settings_changed` if
 * there is a newer one.
 */
export async function addSettingsVersion(
  trx: Trx,
  actor: string,
  { version, changed, action, restoredVersion }: NewVersion,
  settings: SettingsStore,
): Promise<{ id: SettingsVersionId; old: Settings } | null> {
  await lockSettings(trx);
  const { version: newest, ...old } = await settings.read(trx);
  if (newest !== version) {
    throw new AppError(
      'settings_changed',
      'Somebody saved the settings after you opened them, so nothing of yours was saved. Load them again, and repeat your changes.',
    );
  }
  const difference = settingsDifference(old, changed);
  if (difference === null) return null;
  const id = newId<SettingsVersionId>();
  await trx
    .insertInto('settingsVersions')
    .values({
      id,
      version: version + 1,
      actor,
      restoredVersion,
      before: JSON.stringify(old),
      after: JSON.stringify(changed),
    })
    .execute();
  await recordAudit(trx, { actor, action, subjectId: 'settings', ...difference });
  return { id, old };
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
  if (isDeepStrictEqual(old, changed)) return null;
  const was = auditedSettings(old);
  const is = auditedSettings(changed);
  const differs = ([name, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, was[name as keyof AuditValues]);
  const names = Object.entries(is)
    .filter(differs)
    .map(([name]) => name);
  const only = (values: AuditValues) =>
    Object.fromEntries(names.map((name) => [name, values[name as keyof AuditValues]]));
  return {
    before: only(was),
    after: {
      ...only(is),
      ...textsChanged(old, changed),
    },
  };
}

/** Which of the charity's own texts changed. */
function textsChanged(old: Settings, changed: Settings): AuditValues {
  const texts = [
    ...(old.howWeWork !== changed.howWeWork ? (['howWeWork'] as const) : []),
    ...(isDeepStrictEqual(old.receipts.texts, changed.receipts.texts)
      ? []
      : (['receiptTexts'] as const)),
    ...(old.nominees.otherHelp !== changed.nominees.otherHelp ? (['otherHelp'] as const) : []),
  ];
  return texts.length > 0 ? { texts } : {};
}

/** The settings as the audit trail names them. Of the charity's own text it only says that it changed. */
function auditedSettings({
  cardCosts: { basisPoints, fixedCents, isCoverOffered },
  bankTransfers: { isOffered: isTransferOffered, details: transferDetails },
  fourEyes: { isOn, ...limits },
  vetting,
  nominees: { isConsentRequired },
  retention: { isOn: isRetentionOn, ...periods },
  receipts: { profile: receiptProfile, texts: __, ...issuer },
  howWeWork: _,
  ...rest
}: Settings): AuditValues {
  return {
    ...rest,
    cardRate: basisPoints,
    cardFixedCents: fixedCents,
    isCoverOffered,
    isTransferOffered,
    transferDetails,
    isFourEyesOn: isOn,
    ...limits,
    ...vetting,
    isConsentRequired,
    receiptProfile,
    ...issuer,
    isRetentionOn,
    ...periods,
  };
}
