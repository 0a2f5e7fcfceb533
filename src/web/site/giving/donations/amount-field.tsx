import { type ChangeEvent, useEffect, useRef } from 'react';
import { digitsToCents, formatCents, parseDollars } from '#core/money.ts';
import { TextField } from '#web/site/shared/fields.tsx';

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

/**
 * Takes money like a cash register: only digits count, and the last two are cents. Shows it with `$`, a decimal
 * point, and thousands separators. Rewrites the value at each key, which keeps the caret at its end. Without script, it
 * is a plain field for dollars; what was typed in it before the script came counts as dollars, too.
 */
export function AmountField() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = place.current?.querySelector('input');
    const cents = parseDollars(input?.value ?? '');
    if (input && cents !== null) input.value = formatCents(cents);
  }, []);

  const shown = useRef('');
  function rewrite({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const digits = input.value.replace(/\D/g, '').replace(/^0+/, '');
    const cents = digits === '' ? null : digitsToCents(digits);
    if (digits.length <= maxDigits) shown.current = cents === null ? '' : formatCents(cents);
    input.value = shown.current;
  }
  return (
    <div ref={place}>
      <TextField
        label="Amount"
        name="amount"
        isLarge
        inputMode="decimal"
        autoComplete="off"
        placeholder="$0.00"
        aria-required="true"
        onChange={rewrite}
      />
    </div>
  );
}
