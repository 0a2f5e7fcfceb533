import { availableCents, type DonationBalance } from '#core/ledger.ts';
import { formatCents } from '#core/money.ts';
import { AppError } from '#server/platform/errors.ts';

/** Throws 409 unless so much of a donation can be given back by the provider that took it. */
export function assertRefundable(
  amountCents: number,
  donation: DonationBalance & { requestedCents: number; provider: string },
  provider: string,
): void {
  if (donation.provider !== provider) {
    throw new AppError(
      'refund_refused',
      donation.provider === 'test'
        ? 'This was a test payment, and the site takes real ones now: nothing was paid that could be given back.'
        : 'This donation was paid through a payment provider that is not set up any more. Refund it there.',
    );
  }
  const refundable = Math.max(0, availableCents(donation) - donation.requestedCents);
  if (amountCents <= refundable) return;
  const advice =
    donation.allocatedCents > 0
      ? ' What needs hold must be released or moved to another donation first.'
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
