import { createHash } from 'node:crypto';
import type { ReadLine } from '#server/banking/bank-statements/read-statement.ts';

/**
 * What each line of an account is recognized by in the next file that has it, in their order. The bank's own reference
 * and the place inside a batch, with day and amount, because some banks give one reference to a payment and to its
 * fee; without a reference, what the line says. Lines that are equal even so are counted within their day: a file has
 * either all lines of a day or the first ones.
 */
export function identify(lines: ReadLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { reference, part, bookedOn, cents, text, counterparty } = line;
    const said = reference === null ? [text, counterparty] : [reference, part];
    const key = JSON.stringify([bookedOn, cents, ...said]);
    const position = seen.get(key) ?? 0;
    seen.set(key, position + 1);
    return createHash('sha256').update(`${key} ${position}`).digest('hex');
  });
}
