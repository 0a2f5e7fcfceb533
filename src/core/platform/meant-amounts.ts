import { currencyName, decimalsOf, formatCents } from '#core/platform/money.ts';
import { digitsToCents, readAmount, westernDigits } from '#core/platform/typed-amounts.ts';

/* What somebody may mean who types into a field that is a cash register. Only forms load it. */

/**
 * What a typed text may have been meant as, other than what it is read as: the amounts that {@link readAmount} asks about,
 * and for less than people usually give, the same digits without decimals: 250 in a field that takes cents, too, is $2.50,
 * and may have been meant as $250.00. Of what was typed with a mark that such a field drops, what it says: `25.5` is
 * $2.55 there, and meant as $25.50. Amounts in cents.
 */
export function amountsMeant(
  text: string,
  usual: { lowest: number; most: number } | undefined,
  typed = '',
): readonly number[] {
  const { cents, choices } = readAmount(text);
  if (/\d\D+\d/.test(westernDigits(typed))) {
    const said = readAmount(typed);
    return [said.cents ?? said.choices].flat().filter((one) => one !== cents);
  }
  if (!cents || usual === undefined || cents >= usual.lowest) return choices;
  const whole = cents * 10 ** decimalsOf();
  return whole > cents && whole <= usual.most ? [whole] : [];
}

/** How a field that takes the digits of decimals, too, is typed in; null where there are none. */
export function registerHint(): string | null {
  const digits = decimalsOf();
  if (digits === 0) return null;
  const cents = 25 * 10 ** digits;
  // Pence, fils, and others have too many names.
  const what = /dollar|euro/.test(currencyName()) ? 'the cents' : `all ${digits} decimals`;
  return `Type ${what} too: ${cents} for ${formatCents(cents)}.`;
}

/** What was typed since a field was empty, with the marks that it drops; empty if nobody knows. */
export function typedIn(text: string, before: string, key: string): string {
  // Behind what was there, instead of it, or its last digit deleted.
  const ways = [before + key, key, before.replace(/\p{Nd}\P{Nd}*$/u, '')];
  return ways.find((way) => (digitsToCents(way) ?? 0) === (digitsToCents(text) ?? 0)) ?? '';
}
