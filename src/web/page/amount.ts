import { digitsToCents, formatCents, parseAmount } from '#core/money.ts';

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

/**
 * Makes a field take money like a cash register: only digits count, and the last ones are the decimals. It shows them with
 * the sign of the currency, a decimal point, and thousands separators, and is rewritten at each key, which keeps the
 * caret at its end. Without script, it is a plain field for an amount, and so is what was typed in it before this. Here
 * instead of in the form's island, which comes later.
 */
export function watchAmount(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-amount]');
  if (field === null) return;
  const startRegister = () => {
    const cents = parseAmount(field.value);
    if (cents !== null) show(field, formatCents(cents));
    field.addEventListener('input', () => show(field, inRegister(field.value)));
  };
  // Somebody may be typing a plain amount at this moment: their next digit is not a decimal.
  if (field !== document.activeElement || field.value === '') startRegister();
  else field.addEventListener('blur', startRegister, { once: true });
}

function inRegister(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  const cents = digits === '' ? null : digitsToCents(digits);
  return cents === null ? '' : formatCents(cents);
}

function show(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
}
