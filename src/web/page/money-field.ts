import { bookCurrency, formatCents } from '#core/platform/money.ts';
import {
  digitsToCents,
  parseAmount,
  readAmount,
  westernDigits,
  withoutCurrency,
} from '#core/platform/typed-amounts.ts';

/* Makes fields take money like a cash register. */

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

/**
 * Makes fields take money like a cash register: only digits count, and the last ones are the decimals. They show them with
 * the sign of the currency, a decimal point, and thousands separators, and are rewritten at each key, which keeps the
 * caret at its end. What arrives at once, such as a pasted text, is read as the amount that it is. Without script, they are
 * plain fields for an amount, and so is what was typed in one before this. Here instead of in the forms' islands, which
 * come later.
 */
export function watchAmounts(): void {
  const { activeElement: active } = document;
  // Somebody may be typing a plain amount at this moment: their next digit is not a decimal.
  let plain = isAmount(active) && active.value !== '' ? active : null;
  // From when on the hints about cents are true.
  const sayHow = () => document.documentElement.setAttribute('data-register', '');
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-amount]')) {
    if (field !== plain) showAsAmount(field);
  }
  if (plain === null) sayHow();
  plain?.addEventListener(
    'blur',
    () => {
      if (plain) showAsAmount(plain);
      plain = null;
      sayHow();
    },
    { once: true },
  );
  // Before the form reads what was typed.
  const isCapturing = true;
  document.addEventListener(
    'input',
    (event) => {
      const { target } = event;
      if (!isAmount(target) || target === plain) return;
      if (isAtOnce(event)) {
        const { cents, choices } = readAmount(target.value);
        if (cents !== null) return show(target, formatCents(cents));
        // The form asks what is meant, or says that it is no amount, such as one spoken in words, or foreign money.
        if (choices.length > 0 || !isRegister(target.value)) return;
      }
      show(target, inRegister(target.value));
    },
    isCapturing,
  );
}

/**
 * Whether a text was not typed key by key: pasted, dropped, filled in by the browser, or spoken. Some keyboards send several
 * keys together, so digits alone are keys unless they came in such a way.
 */
function isAtOnce(event: Event): boolean {
  const { inputType = '', data } = event as Partial<InputEvent>;
  if (inputType === 'insertText') return /^(?=.*\P{Nd})../u.test(data ?? '');
  // What a keyboard composes has what was there before in it.
  return inputType === '' || (inputType.startsWith('insert') && !/composition/i.test(inputType));
}

/** Whether a text is what a cash register could show, and what was added to that. */
function isRegister(text: string): boolean {
  return /^[\d.,\s]+$/.test(withoutCurrency(westernDigits(text), bookCurrency()));
}

function isAmount(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset.amount !== undefined;
}

function showAsAmount(field: HTMLInputElement): void {
  const cents = parseAmount(field.value);
  if (cents !== null) show(field, formatCents(cents));
}

function inRegister(text: string): string {
  const digits = westernDigits(text).replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  const cents = digits === '' ? null : digitsToCents(digits);
  return cents === null ? '' : formatCents(cents);
}

function show(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
}
