import { availableCents, type DonationBalance } from '#core/ledger.ts';
import { formatCents } from '#core/money.ts';
import { AppError } from '#server/platform/errors.ts';

/** Throws 409 unless this much of a donation can be refunded by the provider that took it. */
export function assertRefundable(
  amountCents: number,
  donation: DonationBalance & { requestedCents: number; provider: string },
  provider: string,
): void {
  if (donation.provider !== provider) {
    throw new AppError(
      'refund_refused',
      donation.provider === 'test'
        ? 'This was a test payment, so nothing was paid that could be refunded.'
        : 'This donation was paid through a payment provider that is no longer set up here. Please refund it there.',
    );
  }
  const refundable = Math.max(0, availableCents(donation) - donation.requestedCents);
  if (amountCents <= refundable) return;
  const advice =
    donation.allocatedCents > 0
      ? ' Release its allocations first, or move them to another donation.'
      : '';
  throw new AppError(
    'insufficient_funds',
    `${
      refundable > 0
        ? `Only ${formatCents(refundable)} of this donation can be refunded.`
        : 'Nothing of this donation can be refunded.'
    }${advice}`,
    { amount: `At most ${formatCents(refundable)}` },
  );
}
