import { type ComponentProps, Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { amountsMeant, registerHint, typedIn } from '#core/platform/meant-amounts.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { askAboutAmount } from '#core/platform/typed-amounts.ts';
import { TextField } from '#web/site/shared/fields.tsx';
import { useFieldState } from '#web/site/shared/form.tsx';
import classes from '#web/site/shared/money-field.module.css';

interface MoneyFieldProps extends ComponentProps<typeof TextField> {
  /** Below which amount people seldom mean what they typed, and above which they never do. Amounts in cents. */
  usual?: { lowest: number; most: number } | undefined;
  /** Called at each change, typed or chosen: what was said of an earlier amount is no longer true. */
  onAmount: () => void;
}

/** So long after a key, nobody is in the middle of a number. */
const pauseMs = 800;

/** Takes money, typed like at a cash register (`src/web/page/money-field.ts`), and asks where something else may be meant. */
export function MoneyField({ usual, onAmount, description, ...rest }: MoneyFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const [meant, setMeant] = useState<readonly number[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const { error } = useFieldState(rest.name);
  const look = useEffectEvent((text: string, typed: string) => {
    setMeant(amountsMeant(text, usual, typed));
    setAsked(askAboutAmount(text));
  });
  const forget = useEffectEvent(() => {
    setMeant([]);
    onAmount();
  });
  useEffect(() => {
    const field = place.current?.querySelector('input');
    let typed = '';
    let timer: number;
    const lookSoon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => look(field?.value ?? '', typed), pauseMs);
    };
    const onInput = (event: Event) => {
      typed = typedIn(field?.value ?? '', typed, (event as InputEvent).data ?? '');
      forget();
      lookSoon();
    };
    lookSoon();
    // React does not notice a key whose text is rewritten before it looks.
    field?.addEventListener('input', onInput);
    return () => {
      window.clearTimeout(timer);
      field?.removeEventListener('input', onInput);
    };
  }, []);

  function choose(cents: number) {
    const field = place.current?.querySelector('input');
    if (field) writeAmount(field, cents);
    field?.focus();
  }
  // The question of its own, without the amounts.
  const question = /^.* mean /.exec(asked ?? '')?.[0] ?? 'Did you mean ';
  // What is wrong would ask it once more.
  const isAsked = meant.length > 0 && error !== undefined && error === asked;
  return (
    <div ref={place} className={isAsked ? classes.asked : undefined}>
      <TextField
        inputMode="decimal"
        autoComplete="off"
        placeholder={formatCents(0)}
        data-amount=""
        description={<Description text={description} />}
        {...rest}
      />
      <p className={classes.meant} role="status">
        {meant.length > 0 && question}
        {meant.map((cents, place) => (
          <Fragment key={cents}>
            {place > 0 && ' or '}
            <button type="button" onClick={() => choose(cents)}>
              {formatCents(cents)}
            </button>
          </Fragment>
        ))}
        {meant.length > 0 && '?'}
      </p>
    </div>
  );
}

/** Writes an amount into a field as if it had been pasted, so that whoever listens to the field notices. */
export function writeAmount(field: HTMLInputElement, cents: number): void {
  field.value = formatCents(cents);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Without script, and until it is there, the field is a plain one. */
function Description({ text }: { text: MoneyFieldProps['description'] }) {
  const hint = registerHint();
  return (
    <>
      {text && <>{text} </>}
      {hint === null ? null : (
        <>
          <span className={classes.register}>{hint}</span>
          <span className={classes.plain}>{`Such as ${centsToDecimal(2_500)}.`}</span>
        </>
      )}
    </>
  );
}
