import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  centsToDecimal,
  currencySign,
  formatCents,
  maxAmountCents,
  tooLarge,
} from '#core/platform/money.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';

/**
 * An amount, typed as a number with the decimals of the currency. A field for text, because one for numbers reads `1,500`
 * by the language of the browser, or drops the comma, and says nothing of it. One of the type `number` becomes such a field
 * as soon as somebody types or pastes what it would not keep.
 */
export function AmountField({ ref, ...rest }: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const field = useRef<HTMLInputElement>(null);
  const [keepsText, setKeepsText] = useState(false);
  const ofNumbers = rest.type === 'number' && !keepsText;
  useEffect(() => {
    const input = field.current;
    if (!ofNumbers || !input) return;
    // React's own event knows of no pasting.
    const keep = (event: InputEvent) => {
      const { data } = event;
      if (data === null || /^[\d.]*$/.test(data)) return;
      event.preventDefault();
      // A field for numbers tells no more of what is selected.
      const isAllSelected = window.getSelection()?.toString() === input.value;
      flushSync(() => setKeepsText(true));
      const { length } = input.value;
      input.setRangeText(data, isAllSelected ? 0 : length, length, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    input.addEventListener('beforeinput', keep);
    return () => input.removeEventListener('beforeinput', keep);
  }, [ofNumbers]);
  return (
    <TextInput
      label="Amount"
      name="amount"
      inputMode="decimal"
      {...(ofNumbers && { step: centsToDecimal(1), min: centsToDecimal(1) })}
      size="lg"
      autoComplete="off"
      {...signSection()}
      ref={useMergedRef(field, ref ?? null)}
      // The mouse wheel over a number field would change the amount unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      aria-required="true"
      {...rest}
      {...(keepsText && { type: 'text' })}
    />
  );
}

/** The sign of the currency in a field; a code such as KWD takes more room than a sign. */
export function signSection(): Pick<TextInputProps, 'leftSection' | 'leftSectionWidth'> {
  const sign = currencySign();
  return {
    leftSection: sign,
    ...(sign.length > 1 && { leftSectionWidth: `calc(${sign.length}ch + 1.75rem)` }),
  };
}

/** Requires a number, and at most so many cents. The server checks that again. */
export function amountErrors(
  amount: string,
  most: number = maxAmountCents,
): Record<string, string> {
  if (amount.trim() === '') return { amount: 'Required' };
  const cents = parseAmount(amount);
  if (cents === null) return { amount: notAnAmount(amount) };
  if (cents === 0) return { amount: 'Must be more than zero' };
  if (cents > maxAmountCents) return { amount: tooLarge() };
  if (cents > most) return { amount: `At most ${formatCents(most)}` };
  return {};
}

/** The same for a field of another name that may be empty. */
export function optionalAmountErrors(name: string, typed: string): Record<string, string> {
  const { amount } = typed.trim() === '' ? {} : amountErrors(typed);
  return amount === undefined ? {} : { [name]: amount };
}
