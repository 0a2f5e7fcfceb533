import { formatCents } from '#core/money.ts';

/** An amount in cents, with figures that stand under each other in a column. */
export function Money({ cents }: { cents: number }) {
  return <span className="numbers">{formatCents(cents)}</span>;
}
