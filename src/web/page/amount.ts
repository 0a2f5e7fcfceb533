import { digitsToCents, formatCents, parseAmount } from '#core/money.ts';

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

/**
 * Makes fields take money like a cash register: only digits count, and the last ones are the decimals. They show them with
 * the sign of the currency, a decimal point, and thousands separators, and are rewritten at each key, which keeps the
 * caret at its end. Without script, they are plain fields for an amount, and so is what was typed in one before this. Here
 * instead of in the forms' islands, which come later.
 */
export function watchAmounts(): void {
  const { activeElement: active } = document;
  // Somebody may be typing a plain amount at this moment: their next digit is not a decimal.
  let plain = isAmount(active) && active.value !== '' ? active : null;
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-amount]')) {
    if (field !== plain) showAsAmount(field);
  }
  plain?.addEventListener(
    'blur',
    () => {
      if (plain) showAsAmount(plain);
      plain = null;
    },
    { once: true },
  );
  // Before the form reads what was typed.
  const isCapturing = true;
  document.addEventListener(
    'input',
    ({ target }) => {
      if (isAmount(target) && target !== plain) show(target, inRegister(target.value));
    },
    isCapturing,
  );
}

function isAmount(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset.amount !== undefined;
}

function showAsAmount(field: HTMLInputElement): void {
  const cents = parseAmount(field.value);
  if (cents !== null) show(field, formatCents(cents));
}

function inRegister(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  const cents = digits === '' ? null : digitsToCents(digits);
  return cents === null ? '' : formatCents(cents);
}

function show(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
}
