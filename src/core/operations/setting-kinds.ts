import { describePercent } from '#core/ledger/card-costs.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { describePeriod } from '#core/privacy/retention.ts';
import { type ReceiptProfileName, receiptProfileTitles } from '#core/receipts/receipt-profiles.ts';

/* What a setting can be, and how each kind is shown. */

/** Each kind of setting with what it holds. */
export interface SettingKinds {
  flag: boolean;
  /** The IANA name of a time zone. */
  zone: string;
  /** Cents each, in the order in which donors see them. */
  amounts: number[];
  /** In hundredths of a percent. */
  percent: number;
  cents: number;
  /** In cents; null for none. */
  limit: number | null;
  days: number;
  /** Null for as long as the site runs. */
  months: number | null;
  line: string;
  lines: string;
  /** A text of the charity's own: the audit trail only says that it changed. */
  words: string;
  profile: ReceiptProfileName;
}

/** What other settings on the same page depend on. */
export interface Choices {
  bankTransfers: { isOffered: boolean };
  receipts: { profile: ReceiptProfileName };
}

/** Everything that the rest of the software knows of a setting. */
export interface SettingField<Kind extends keyof SettingKinds = keyof SettingKinds> {
  kind: Kind;
  /** What forms, lists of changes, and refusals call it. */
  label: string;
  /** What counts until somebody saves another value. */
  usual: SettingKinds[Kind] | (() => SettingKinds[Kind]);
  hint?: string | ((choices: Choices) => string);
  /** The shortest and longest text, or the least and largest number. */
  least?: number;
  most?: number;
  /** Without it, always. What is not shown keeps its value, is not demanded, and does nothing. */
  shownIf?: (choices: Choices) => boolean;
  requiredIf?: (choices: Choices) => boolean;
  /** In the audit trail, where the last part of its path says too little. Entries are never changed, so nor is this. */
  recordedAs?: string;
}

/** Some settings in the shape in which they are saved. */
export interface SettingsShape {
  [name: string]: SettingField | SettingsShape;
}

/** The settings of a shape. */
export type SettingsOf<Shape> =
  Shape extends SettingField<infer Kind>
    ? SettingKinds[Kind]
    : { -readonly [Name in keyof Shape]: SettingsOf<Shape[Name]> };

/** Declares a setting. */
export function setting<Kind extends keyof SettingKinds>(
  kind: Kind,
  label: string,
  usual: SettingField<Kind>['usual'],
  rest: Omit<SettingField<Kind>, 'kind' | 'label' | 'usual'> = {},
): SettingField<Kind> {
  return { kind, label, usual, ...rest };
}

/** Whether it is one setting, and no group of them. */
export function isSetting(part: SettingField | SettingsShape): part is SettingField {
  return typeof part.kind === 'string';
}

const words: { [Kind in keyof SettingKinds]: (value: SettingKinds[Kind]) => string } = {
  flag: (isOn) => (isOn ? 'Yes' : 'No'),
  zone: String,
  amounts: (amounts) => amounts.map((cents) => formatCents(cents)).join(', ') || 'None',
  percent: (basisPoints) => `${describePercent(basisPoints)}%`,
  cents: (cents) => formatCents(cents),
  limit: (cents) => (cents === null ? 'None' : formatCents(cents)),
  days: (days) => countOf(days, 'day'),
  months: (months) => (months === null ? 'Never' : describePeriod(months)),
  line: String,
  lines: String,
  words: String,
  profile: (name) => receiptProfileTitles[name],
};

/** A value of a setting in words; empty for an empty text. */
export function settingInWords({ kind }: SettingField, value: unknown): string {
  return words[kind](value as never);
}
