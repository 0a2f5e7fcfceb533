import { type CSSProperties, type MouseEvent, useRef } from 'react';
import { centsToDecimal, formatBriefly, formatCents } from '#core/money.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/amount-field.module.css';
import { TextField } from '#web/site/shared/fields.tsx';

interface AmountFieldProps {
  /** Amounts to choose from, in cents. */
  presets: readonly number[];
  /** Called when a preset is chosen; typing is noticed by the form. */
  onChoose: () => void;
}

/** Takes money, typed like at a cash register (`src/web/page/amount.ts`) or chosen from some amounts. */
export function AmountField({ presets, onChoose }: AmountFieldProps) {
  const longest = Math.max(0, ...presets.map((cents) => formatBriefly(cents).length));
  const place = useRef<HTMLDivElement>(null);

  function choose(event: MouseEvent, cents: number) {
    const field = place.current?.querySelector('input');
    // For a new tab, it is a link like any other.
    if (!field || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    field.value = formatCents(cents);
    onChoose();
  }
  return (
    <div ref={place} className={classes.amount}>
      {presets.length > 0 && (
        <ul
          className={classes.presets}
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
      <TextField
        label="Amount"
        name="amount"
        isLarge
        inputMode="decimal"
        autoComplete="off"
        placeholder={formatCents(0)}
        aria-required="true"
        data-amount=""
      />
    </div>
  );
}
