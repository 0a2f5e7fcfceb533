import { TextInput, type TextInputProps } from '@mantine/core';
import { digitsToCents, formatCents } from '#core/money.ts';

interface CurrencyFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In cents; undefined if empty. */
  value?: number | undefined;
  onChange: (cents: number | undefined) => void;
  /** Further digits are ignored, so that a slip cannot make an unreadable number. */
  maxDigits?: number;
}

/**
 * Takes money like a cash register: only digits count, and the last two are cents. Shows it with `$`, a decimal
 * point, and thousands separators. Rewrites the value at each key, which keeps the caret at its end.
 */
export function CurrencyField({ value, onChange, maxDigits = 11, ...rest }: CurrencyFieldProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="$0.00"
      classNames={{ input: 'numbers' }}
      value={value === undefined ? '' : formatCents(value)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').replace(/^0+/, '');
        if (digits.length > maxDigits) return;
        onChange(digits === '' ? undefined : (digitsToCents(digits) ?? undefined));
      }}
    />
  );
}
