import { decimalsOf } from '#core/platform/money.ts';
import type { Currency } from '#server/banking/bank-statements/read-statement.ts';

/** The currency of an account, with how many decimals its amounts have. */
export function currencyOf({ currency }: { currency: string }): Currency {
  return { code: currency, digits: decimalsOf(currency) };
}
