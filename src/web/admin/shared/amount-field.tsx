import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { formatCents, maxAmountCents, parseDollars, tooLarge } from '#core/money.ts';

/** An amount in dollars, typed as a number. */
export function AmountField({ ref, ...rest }: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      label="Amount"
      name="amount"
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0.01"
      size="lg"
      autoComplete="off"
      leftSection="$"
      ref={ref}
      // The mouse wheel over a number field would change the amount unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      aria-required="true"
      {...rest}
    />
  );
}

/** Requires a number, and at most so many cents. The server checks that again. */
export function amountErrors(
  amount: string,
  most: number = maxAmountCents,
): Record<string, string> {
  if (amount.trim() === '') return { amount: 'Required' };
  const cents = parseDollars(amount);
  if (cents === null) return { amount: 'Enter dollars and cents, such as 12.50' };
  if (cents === 0) return { amount: 'Must be more than zero' };
  if (cents > maxAmountCents) return { amount: tooLarge };
  if (cents > most) return { amount: `At most ${formatCents(most)}` };
  return {};
}
