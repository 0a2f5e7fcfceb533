import {
  type Choices,
  isSetting,
  type SettingField,
  type SettingsShape,
} from '#core/operations/setting-kinds.ts';
import {
  type Settings,
  type SettingsGroup,
  settingsGroupNames,
  settingsGroups,
} from '#core/operations/settings-groups.ts';

/* Every setting with its place, whatever page it is on. */

/** A setting with its place. */
export interface PlacedSetting extends SettingField {
  group: SettingsGroup;
  /** Where it is in the settings, such as `receipts.texts.closing`: forms and refusals name it so. */
  path: string;
  /** What the audit trail stores it as. */
  recordedAs: string;
}

/** All of them, in the order of the pages. */
export const settingList: readonly PlacedSetting[] = settingsGroupNames.flatMap((group) =>
  placed(settingsGroups[group].fields, group, []),
);

function placed(shape: SettingsShape, group: SettingsGroup, above: string[]): PlacedSetting[] {
  return Object.entries(shape).flatMap(([name, part]) => {
    const names = [...above, name];
    if (!isSetting(part)) return placed(part, group, names);
    return [{ ...part, group, path: names.join('.'), recordedAs: part.recordedAs ?? name }];
  });
}

/** The settings of one page: those of `"approvals"` are in `fourEyes`. */
export function settingsIn(group: SettingsGroup): PlacedSetting[] {
  return settingList.filter((each) => each.group === group);
}

/** The parts of the settings that a page saves: of `"donations"`, `presetCents` and `boundDays`. */
export function partsOf(group: SettingsGroup): (keyof Settings)[] {
  return Object.keys(settingsGroups[group].fields) as (keyof Settings)[];
}

/** Some parts of the settings. */
export function pickParts<Part extends keyof Settings>(
  settings: Settings,
  parts: readonly Part[],
): Pick<Settings, Part> {
  return Object.fromEntries(parts.map((part) => [part, settings[part]])) as Pick<Settings, Part>;
}

/** The only page that saves all of these parts; null for several. */
export function groupOf(parts: readonly string[]): SettingsGroup | null {
  const groups = settingList.filter(({ path }) => parts.includes(path.split('.')[0] ?? ''));
  const [one, ...others] = new Set(groups.map(({ group }) => group));
  return one === undefined || others.length > 0 ? null : one;
}

/** What is at the path of a setting; undefined if it is not among these. */
export function valueAt(values: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], values);
}

/** An object with something for each of these settings, in the shape of the settings. */
export function shapedLike(
  list: readonly PlacedSetting[],
  each: (setting: PlacedSetting) => unknown,
): object {
  const shaped: Record<string, unknown> = {};
  for (const setting of list) {
    const names = setting.path.split('.');
    const last = names.pop() ?? '';
    let part = shaped;
    for (const name of names) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    part[last] = each(setting);
  }
  return shaped;
}

/** Whether a setting is shown beside what is chosen on its page. */
export function isShown({ shownIf }: SettingField, chosen: object): boolean {
  return shownIf?.(chosen as Choices) ?? true;
}

/** Whether it may not be empty there. */
export function isRequired({ requiredIf }: SettingField, chosen: object): boolean {
  return requiredIf?.(chosen as Choices) ?? false;
}

/** What is said of it there; empty for nothing. */
export function hintOf({ hint = '' }: SettingField, chosen: object): string {
  return typeof hint === 'string' ? hint : hint(chosen as Choices);
}

/** Those that are empty and must not be. */
export function missingSettings(settings: Partial<Settings>): PlacedSetting[] {
  return settingList.filter((each) => {
    const value = valueAt(settings, each.path);
    return typeof value === 'string' && value.trim() === '' && isRequired(each, settings);
  });
}

/** What counts until somebody saves other settings, on this machine. */
export function usualSettings(ofMachine: Pick<Settings, 'timeZone' | 'presetCents'>): Settings {
  const usual = shapedLike(settingList, ({ usual }) =>
    typeof usual === 'function' ? usual() : usual,
  );
  return { ...(usual as Settings), ...ofMachine };
}
