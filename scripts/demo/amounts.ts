import { bookCurrency, centsToDecimal, formatBriefly, formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';

/*
 * The story is told in dollars. A demo in another currency has as many of its smallest units, so that $25 is ¥2,500.
 */
const storyCurrency = 'USD';

/** An amount of the story, in cents of the books. */
export function centsOf(dollars: number): number {
  const cents = parseAmount(dollars.toFixed(2), storyCurrency);
  if (cents === null) throw new Error(`The story has the amount ${dollars}.`);
  return cents;
}

/** The story with the amounts in its texts in the currency of the books. */
export function inBookCurrency<Story>(story: Story): Story {
  return JSON.parse(JSON.stringify(story), (_, value) =>
    typeof value === 'string' ? value.replace(/\$\d+(?:,\d{3})*(\.\d\d)?/g, convert) : value,
  );
}

function convert(amount: string, decimals: string | undefined): string {
  // Its commas group thousands, which an amount that somebody typed may not.
  const cents = parseAmount(amount.replaceAll(',', ''), storyCurrency);
  if (cents === null) throw new Error(`The story has the amount ${amount}.`);
  return decimals === undefined ? formatBriefly(cents) : formatCents(cents);
}

/** As a receipt shows it, whose fonts lack the signs of most currencies. */
export function onPaper(cents: number): string {
  const text = formatCents(cents);
  return /^[\u0020-\u00ff]*$/.test(text) ? text : `${bookCurrency()} ${centsToDecimal(cents)}`;
}
