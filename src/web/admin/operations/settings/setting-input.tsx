import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { SettingKinds } from '#core/operations/setting-kinds.ts';
import { hintOf, isRequired, type PlacedSetting } from '#core/operations/setting-list.ts';
import { receiptProfileNames, receiptProfileTitles } from '#core/receipts/receipt-profiles.ts';
import type { TypedSettings } from '#web/admin/operations/settings/typed-settings.ts';
import { AmountField } from '#web/admin/shared/amount-field.tsx';

interface InputProps {
  label: string;
  description: string | undefined;
  'aria-required': true | undefined;
  name: string;
}

const amount = (props: InputProps) => <AmountField size="md" min="0" {...props} />;
const number = (props: InputProps) => (
  <TextInput inputMode="numeric" autoComplete="off" {...props} />
);
const text = (props: InputProps) => <Textarea autosize minRows={3} maxRows={20} {...props} />;
const line = (props: InputProps) => <TextInput autoComplete="off" {...props} />;

const inputs: Record<keyof SettingKinds, (props: InputProps) => ReactNode> = {
  flag: (props) => <Checkbox {...props} />,
  zone: (props) => <NativeSelect data={timeZones()} {...props} />,
  profile: (props) => (
    <NativeSelect
      data={receiptProfileNames.map((value) => ({ value, label: receiptProfileTitles[value] }))}
      {...props}
    />
  ),
  amounts: line,
  percent: (props) => <TextInput inputMode="decimal" autoComplete="off" {...props} />,
  cents: amount,
  limit: amount,
  days: number,
  months: number,
  line,
  lines: text,
  words: text,
};

interface SettingInputProps {
  setting: PlacedSetting;
  form: UseFormReturnType<TypedSettings>;
  /** What is chosen on the same page. */
  chosen: object;
}

/** The field of one setting. */
export function SettingInput({ setting, form, chosen }: SettingInputProps) {
  const { kind, label, path } = setting;
  return inputs[kind]({
    label,
    description: hintOf(setting, chosen) || undefined,
    'aria-required': isRequired(setting, chosen) || undefined,
    ...form.getInputProps(path, { type: kind === 'flag' ? 'checkbox' : 'input' }),
    name: path,
  });
}

/** Those of the browser, and the one for everybody. The server may know one more, which then is none of them. */
function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}
