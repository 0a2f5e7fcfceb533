import { formatCents } from '#core/platform/money.ts';

/** An amount in cents, with digits of equal width that align in columns. */
export function Money({ cents }: { cents: number }) {
  return <span className="numbers">{formatCents(cents)}</span>;
}
