import { formatCents } from '#core/platform/money.ts';

/* The parts of a deficit, and what can be done about each. */

/** The parts of a donation's deficit, in cents, by what can be done about them. */
export interface DeficitParts {
  /** Allocated and not spent: it can be released. */
  unspentCents: number;
  /** Spent already: only another donation can take over. */
  spentCents: number;
  /** More than was donated, such as after a refund and a dispute of the same money: nothing of it is allocated. */
  lostCents: number;
}

/** Tells the parts of a deficit apart. What can be released counts first, because releasing it is what helps. */
export function deficitParts({
  deficitCents,
  allocatedCents,
  spentCents,
}: {
  deficitCents: number;
  allocatedCents: number;
  spentCents: number;
}): DeficitParts {
  const missing = Math.min(deficitCents, allocatedCents);
  const unspent = Math.min(missing, allocatedCents - spentCents);
  return {
    unspentCents: unspent,
    spentCents: missing - unspent,
    lostCents: deficitCents - missing,
  };
}

/** What can be done about each part of a deficit, in sentences for administrators; parts of 0 cents are left out. */
export function deficitAdvice({ unspentCents, spentCents, lostCents }: DeficitParts): string {
  const unspent = `Part of the donation was returned, or did not come after all, once it had been allocated, so ${formatCents(unspentCents)} that was promised to needs is gone. Release its allocations, or move them to another donation.`;
  const spent = `${formatCents(spentCents)} that was returned, or did not come after all, had already been spent, so it cannot be released. Move the allocation to another donation for the same cause. If none has money left, it is a loss, unless it was taken in a dispute that you win.`;
  const lost = `What was returned, or did not come after all, is ${formatCents(lostCents)} more than what was donated. There is nothing to release for it: it is a loss, unless it was taken in a dispute that you win.`;
  return [
    ...(unspentCents > 0 ? [unspent] : []),
    ...(spentCents > 0 ? [spent] : []),
    ...(lostCents > 0 ? [lost] : []),
  ].join(' ');
}
