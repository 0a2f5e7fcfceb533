import type { Settings } from '#contract/operations/settings.ts';
import { describePercent, parsePercent } from '#core/ledger/card-costs.ts';
import type { SettingKinds } from '#core/operations/setting-kinds.ts';
import {
  isShown,
  missingSettings,
  type PlacedSetting,
  shapedLike,
  valueAt,
} from '#core/operations/setting-list.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';

/* The settings of a page as somebody types them: in the shape of the settings, with texts for all that is not chosen. */

/** Some settings as the fields show them. */
export type TypedSettings = Record<string, unknown>;

/** What a field shows, and what its text says: no number for what is none, which the rules of the contract refuse. */
interface Typing<Value> {
  show: (value: Value) => string;
  read: (text: string) => Value;
  /** What is wrong with a text, if its rules say too little. */
  wrong?: (text: string) => string | null;
}

const asTyped: Typing<string> = { show: String, read: String };
const whole: Typing<number> = {
  show: String,
  read: (text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN),
};
const cents: Typing<number> = {
  show: (value) => centsToDecimal(value),
  read: (text) => parseAmount(text) ?? Number.NaN,
  wrong: (text) => (parseAmount(text) === null ? notAnAmount(text) : null),
};

/** The same for a field that may be empty. */
function orNone({ show, read, wrong }: Typing<number>): Typing<number | null> {
  const isEmpty = (text: string) => text.trim() === '';
  return {
    show: (value) => (value === null ? '' : show(value)),
    read: (text) => (isEmpty(text) ? null : read(text)),
    wrong: (text) => (isEmpty(text) ? null : (wrong?.(text) ?? null)),
  };
}

const typing: { [Kind in Exclude<keyof SettingKinds, 'flag'>]: Typing<SettingKinds[Kind]> } = {
  zone: asTyped,
  profile: asTyped as Typing<SettingKinds['profile']>,
  line: asTyped,
  lines: asTyped,
  words: asTyped,
  days: whole,
  months: orNone(whole),
  cents,
  limit: orNone(cents),
  percent: { show: describePercent, read: (text) => parsePercent(text) ?? Number.NaN },
  amounts: {
    show: (amounts) => amounts.map(shortly).join(', '),
    read: (text) => readAmounts(text).map((amount) => amount ?? Number.NaN),
    wrong: unclearAmounts,
  },
};

function typingOf({ kind }: PlacedSetting): Typing<unknown> | null {
  return kind === 'flag' ? null : (typing[kind] as Typing<unknown>);
}

/** These settings as the fields show them. */
export function typedSettings(list: readonly PlacedSetting[], saved: Settings): TypedSettings {
  return shapedLike(list, (each) => {
    const value = valueAt(saved, each.path);
    return typingOf(each)?.show(value) ?? value;
  }) as TypedSettings;
}

/** What was typed, also where it is hidden: what other fields depend on. */
export function chosenSettings(list: readonly PlacedSetting[], typed: TypedSettings): object {
  return shapedLike(list, (each) => {
    const value = valueAt(typed, each.path);
    return typingOf(each)?.read(value as string) ?? value;
  });
}

/** What was typed as settings. What is hidden keeps its value. */
export function readSettings(
  list: readonly PlacedSetting[],
  typed: TypedSettings,
  saved: Settings,
): Partial<Settings> {
  const chosen = chosenSettings(list, typed);
  return shapedLike(list, (each) =>
    valueAt(isShown(each, chosen) ? chosen : saved, each.path),
  ) as Partial<Settings>;
}

/** Messages for what is no setting, by the paths of their fields. */
export function checkSettings(
  list: readonly PlacedSetting[],
  typed: TypedSettings,
): Record<string, string> {
  const chosen = chosenSettings(list, typed);
  const wrong = list.flatMap((each) => {
    const text = valueAt(typed, each.path) as string;
    const problem = isShown(each, chosen) ? typingOf(each)?.wrong?.(text) : null;
    return problem ? [[each.path, problem]] : [];
  });
  const missing = missingSettings(chosen).map(({ path }) => [path, 'Required']);
  return Object.fromEntries([...wrong, ...missing]);
}

function readAmounts(text: string): (number | null)[] {
  return text.trim() === '' ? [] : text.split(',').map((amount) => parseAmount(amount.trim()));
}

function unclearAmounts(text: string): string | null {
  // Whether one or two amounts are meant, nobody knows: `1,500`.
  const [either] = /\d+,\d{3}(?!\d)/.exec(text) ?? [];
  const unclear = either ?? text.split(',')[readAmounts(text).indexOf(null)];
  if (unclear === undefined) return null;
  return `“${unclear.trim()}” is not one clear amount. Enter amounts with a comma and a space between them, such as ${shortly(2_000)}, ${shortly(5_000)}`;
}

/** Without decimals that are zeros, as the donation form shows them. */
function shortly(amount: number): string {
  return centsToDecimal(amount).replace(/\.0+$/, '');
}
