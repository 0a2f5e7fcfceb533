import { TextInput, type TextInputProps } from '@mantine/core';
import { digitsToCents, formatCents } from '#core/money.ts';

interface CurrencyFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In cents; undefined while empty. */
  value?: number | undefined;
  onChange: (cents: number | undefined) => void;
  /** Digits beyond this many are not taken, so that a slip cannot make a number nobody can read. */
  maxDigits?: number;
}

/**
 * Money as a till takes it: only digits count and the last two are cents, shown with `$`, point and
 * thousands separators. The number is written anew at each key, which keeps the caret at its end.
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
