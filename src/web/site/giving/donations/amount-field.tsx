import { type CSSProperties, type MouseEvent, useRef } from 'react';
import { centsToDecimal, formatBriefly } from '#core/platform/money.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/amount-field.module.css';
import { MoneyField, writeAmount } from '#web/site/shared/money-field.tsx';

interface AmountFieldProps {
  /** Amounts to choose from, in cents. */
  presets: readonly number[];
  /** The largest donation, in cents. */
  most: number;
  onAmount: () => void;
}

/** Much more than the highest suggestion is hardly what somebody meant who typed less than the lowest. Amounts in cents. */
export function usualAmounts(presets: readonly number[], most: number) {
  if (presets.length === 0) return undefined;
  return { lowest: Math.min(...presets), most: Math.min(most, 10 * Math.max(...presets)) };
}

/** Takes money, typed or chosen from some amounts. */
export function AmountField({ presets, most, onAmount }: AmountFieldProps) {
  const longest = Math.max(0, ...presets.map((cents) => formatBriefly(cents).length));
  const place = useRef<HTMLDivElement>(null);

  function choose(event: MouseEvent, cents: number) {
    const field = place.current?.querySelector('input');
    // For a new tab, it is a link like any other.
    if (!field || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    writeAmount(field, cents);
  }
  return (
    <div ref={place} className={classes.amount}>
      {presets.length > 0 && (
        <ul
          className={`list grid ${classes.presets}`}
          style={{ '--longest': longest } as CSSProperties}
          aria-label="Suggestions"
        >
          {presets.map((cents) => (
            <li key={cents}>
              {/* Without script, a link to the form with this amount. */}
              <a
                className="numbers"
                href={`${paths.donate}?amount=${centsToDecimal(cents)}`}
                onClick={(event) => choose(event, cents)}
              >
                {formatBriefly(cents)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <MoneyField
        label="Amount"
        name="amount"
        isLarge
        aria-required="true"
        usual={usualAmounts(presets, most)}
        onAmount={onAmount}
      />
    </div>
  );
}
