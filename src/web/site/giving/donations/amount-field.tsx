import { type ChangeEvent, type MouseEvent, useEffect, useRef } from 'react';
import { centsToDecimal, digitsToCents, formatCents, parseDollars } from '#core/money.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/amount-field.module.css';
import { TextField } from '#web/site/shared/fields.tsx';

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

interface AmountFieldProps {
  /** Amounts to choose from, in cents. */
  presets: readonly number[];
  /** Called when a preset is chosen; typing is noticed by the form. */
  onChange: () => void;
}

/**
 * Takes money like a cash register: only digits count, and the last two are cents. Shows it with `$`, a decimal
 * point, and thousands separators. Rewrites the value at each key, which keeps the caret at its end. Without script, it
 * is a plain field for dollars; what was typed in it before the script came counts as dollars, too.
 */
export function AmountField({ presets, onChange }: AmountFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  const isRegister = useRef(false);
  useEffect(() => {
    const field = place.current?.querySelector('input');
    if (!field) return;
    const takeDollars = () => {
      isRegister.current = true;
      const cents = parseDollars(field.value);
      if (cents === null) return;
      shown.current = formatCents(cents);
      field.value = shown.current;
    };
    if (field !== document.activeElement || field.value === '') return takeDollars();
    // Somebody is typing dollars at this moment: their next digit is not a cent.
    field.addEventListener('blur', takeDollars, { once: true });
    return () => field.removeEventListener('blur', takeDollars);
  }, []);

  function rewrite({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    if (!isRegister.current) return;
    const digits = field.value.replace(/\D/g, '').replace(/^0+/, '');
    const cents = digits === '' ? null : digitsToCents(digits);
    if (digits.length <= maxDigits) shown.current = cents === null ? '' : formatCents(cents);
    field.value = shown.current;
  }
  function choose(event: MouseEvent, cents: number) {
    const field = place.current?.querySelector('input');
    // For a new tab, it is a link like any other.
    if (!field || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    isRegister.current = true;
    shown.current = formatCents(cents);
    field.value = shown.current;
    onChange();
  }
  return (
    <div ref={place} className={classes.amount}>
      {presets.length > 0 && (
        <ul className={classes.presets} aria-label="Suggestions">
          {presets.map((cents) => (
            <li key={cents}>
              {/* Without script, a link to the form with this amount. */}
              <a
                className="numbers"
                href={`${paths.donate}?amount=${centsToDecimal(cents)}`}
                onClick={(event) => choose(event, cents)}
              >
                {formatCents(cents).replace('.00', '')}
              </a>
            </li>
          ))}
        </ul>
      )}
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
