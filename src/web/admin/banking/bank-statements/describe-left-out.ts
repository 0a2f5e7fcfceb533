import type { LeftOut } from '#contract/banking/bank-statements.ts';
import { countOf } from '#core/platform/counts.ts';

/** What of a file is not imported, and why; empty if everything is. */
export function describeLeftOut({ pending, otherCurrencies, sums }: LeftOut): string {
  const parts = [
    pending > 0 && `${countOf(pending, 'line')} that the bank has not booked`,
    ...otherCurrencies.map(({ currency, lines }) => `${countOf(lines, 'line')} in ${currency}`),
    sums > 0 && `${countOf(sums, 'row')} with a balance or a sum`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`;
}
