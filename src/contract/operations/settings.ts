import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  idParams,
  optionalLine,
  optionalText,
  paging,
  timestamp,
} from '#contract/fields.ts';
import { settingsVersionId } from '#contract/ids.ts';
import { printedFile } from '#contract/printed-file.ts';
import { describePercent } from '#core/ledger/card-costs.ts';
import {
  isSetting,
  type SettingField,
  type SettingKinds,
  type SettingsShape,
} from '#core/operations/setting-kinds.ts';
import {
  type Settings,
  settingsGroupNames,
  settingsGroups,
} from '#core/operations/settings-groups.ts';
import { countOf } from '#core/platform/counts.ts';
import { isTimeZone } from '#core/platform/dates.ts';
import { maxAmountCents, tooLarge } from '#core/platform/money.ts';
import { receiptProfileNames } from '#core/receipts/receipt-profiles.ts';

/* The settings of the charity: their fields, saving them, and their versions. */

const timeZone = z
  .string({ error: 'Required' })
  .max(64, 'Not a time zone that we know')
  .refine(isTimeZone, 'Not a time zone that we know');

/** The amounts that the donation form offers, in cents and in this order; there may be none. */
export const presetCents = z
  .array(amountCents, { error: 'Must be a list of amounts' })
  .max(8, 'At most 8 amounts')
  .refine((amounts) => new Set(amounts).size === amounts.length, 'Each amount only once');

const cents = z
  .int('Required')
  .min(0, 'Must not be negative')
  .max(maxAmountCents, { error: tooLarge });

type Schema<Value> = z.ZodType<Value, Value>;

/** The rules for each kind of setting. */
const rulesOf: {
  [Kind in keyof SettingKinds]: (field: SettingField<Kind>) => Schema<SettingKinds[Kind]>;
} = {
  flag: () => z.boolean({ error: 'Must be yes or no' }),
  zone: () => timeZone,
  amounts: () => presetCents,
  percent: ({ most = 0 }) =>
    z
      .int('Enter a percentage, such as 2.9')
      .min(0, 'Must not be negative')
      .max(most, `At most ${describePercent(most)}%`),
  cents: () => cents,
  limit: () => cents.nullable(),
  days: (field) => between(field, 'day'),
  months: (field) => between(field, 'month').nullable(),
  line: ({ most = 0 }) => optionalLine(most),
  lines: ({ most = 0 }) => optionalText(most),
  words: ({ most = 0 }) => optionalText(most),
  profile: () => z.enum(receiptProfileNames, { error: 'Choose a country from the list' }),
};

function between({ least = 0, most = 0 }: SettingField, unit: string) {
  return z
    .int(`Must be whole ${unit}s`)
    .min(least, `At least ${countOf(least, unit)}`)
    .max(most, `At most ${countOf(most, unit)}`);
}

function schemaOf(part: SettingField | SettingsShape): z.ZodType {
  return isSetting(part) ? rulesOf[part.kind](part as never) : objectOf(part);
}

function objectOf(shape: SettingsShape) {
  const schemas = Object.entries(shape).map(([name, part]) => [name, schemaOf(part)]);
  return z.object(Object.fromEntries(schemas), { error: 'Required' });
}

/** What the charity decides: the rules of everything that {@link settingsGroups} declares. */
export const settings = objectOf(
  Object.assign({}, ...Object.values(settingsGroups).map(({ fields }) => fields)),
) as z.ZodObject<{ [Part in keyof Settings]: Schema<Settings[Part]> }>;
export type { Settings };

const versionNumber = z
  .int({ error: 'Must be the number of a version' })
  .min(0, 'Must be the number of a version');

/** The settings that count, with the number of their version; 0 as long as nobody has saved any. */
export const savedSettings = settings.extend({ version: versionNumber });
export type SavedSettings = z.infer<typeof savedSettings>;

/** What one page saves, or several: the parts that it shows, and the version that it showed them of. */
const changedSettings = settings.partial().extend({ version: versionNumber });
export type ChangedSettings = Partial<Settings> & Pick<SavedSettings, 'version'>;

const group = z.enum(settingsGroupNames, 'Not a page of the settings');

/** Settings that were saved once. */
export const settingsVersion = z.object({
  id: settingsVersionId,
  version: z.int(),
  createdAt: timestamp,
  /** Who saved them. */
  actor: z.string(),
  /** The older version that was restored with this one; null if somebody changed the settings. */
  restoredVersion: z.int().nullable(),
  /** What differs from the version before, in words. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** All of them. */
  settings,
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

/** The settings that count. */
export const getSettings = endpoint('GET /api/settings', {
  summary: 'Show the settings',
  tag: 'Settings',
  access: 'settings.write',
  response: savedSettings,
});

/**
 * Saves parts of the settings as a new version, if nobody has saved any of these parts since `version`: otherwise 409
 * `settings_changed`. The others stay as they are. If nothing differs, there is no new version.
 */
export const saveSettings = endpoint('POST /api/settings', {
  recent: true,
  approval: 'settings',
  summary: 'Save settings',
  records: { 'settings.changed': 'Changed the settings' },
  tag: 'Settings',
  access: 'settings.write',
  body: changedSettings,
  response: savedSettings,
  errors: ['settings_changed'],
});

/** Every version that was saved, newest first; of one page, those that changed something on it, with that. */
export const listSettingsVersions = endpoint('GET /api/settings/versions', {
  summary: 'List the versions of the settings',
  tag: 'Settings',
  access: 'settings.write',
  query: z.object({ ...paging, group: group.optional() }),
  response: z.array(settingsVersion),
  paged: true,
});

/**
 * Saves what an older version says of one page as a new version. `version` in the body is the newest one that the caller
 * has seen: 409 `settings_changed` if somebody has saved that page since.
 */
export const restoreSettings = endpoint('POST /api/settings/versions/:id/restore', {
  recent: true,
  approval: 'settings',
  summary: 'Restore an older version of one page of the settings',
  records: { 'settings.restored': 'Restored an older version of the settings' },
  tag: 'Settings',
  access: 'settings.write',
  params: idParams(settingsVersionId),
  body: z.object({ group, version: versionNumber }),
  response: savedSettings,
  errors: ['not_found', 'settings_changed'],
});

/** A variable of the environment, which whoever runs the server sets. */
export const environmentVariable = z.object({
  name: z.string(),
  group,
  /** What it decides. */
  label: z.string(),
  isSet: z.boolean(),
  /** What it is, or what counts without it; null if nobody may see it, and if there is nothing. */
  value: z.string().nullable(),
  /** What it has to be. */
  rule: z.string().nullable(),
});
export type EnvironmentVariable = z.infer<typeof environmentVariable>;

/** What is set on the server, beside the settings that it belongs to. Of a secret, only whether it is set. */
export const listEnvironment = endpoint('GET /api/settings/environment', {
  summary: 'Show what is set on the server',
  tag: 'Settings',
  access: 'settings.write',
  response: z.array(environmentVariable),
});

/** The receipt of an invented donor, as it would be printed with these settings. Nothing is saved or issued. */
export const getSampleReceipt = endpoint('POST /api/settings/sample-receipt', {
  recent: false,
  summary: 'Get a sample of a receipt',
  tag: 'Settings',
  access: 'settings.write',
  body: settings.pick({ receipts: true }),
  response: printedFile,
  errors: ['too_many_requests'],
});
