import { digitsToCents, formatCents, parseDollars } from '#core/money.ts';

/** Further digits are ignored, so that a slip cannot make an unreadable number. */
const maxDigits = 11;

/**
 * Makes a field take money like a cash register: only digits count, and the last two are cents. It shows them with `$`,
 * a decimal point, and thousands separators, and is rewritten at each key, which keeps the caret at its end. Without
 * script, it is a plain field for dollars; what was typed in it before this counts as dollars, too. Here instead of in
 * the form's island, which comes later.
 */
export function watchAmount(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-amount]');
  if (field === null) return;
  const startRegister = () => {
    const cents = parseDollars(field.value);
    if (cents !== null) show(field, formatCents(cents));
    field.addEventListener('input', () => show(field, inRegister(field.value)));
  };
  // Somebody may be typing dollars at this moment: their next digit is not a cent.
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
