import { coverInReturn } from '#core/ledger/card-costs.ts';
import { availableCents, type DonationBalance } from '#core/ledger/ledger.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { AppError } from '#server/platform/errors.ts';

/* From which payment a refund is, and what of it was added for card costs. */

/** A payment that a provider took. */
interface TakenPayment {
  provider: string;
  paymentIntentId: string;
}

/** The payment that this much of a donation can be refunded from. Throws 409 if the provider cannot return as much. */
export function paymentToRefund(
  amountCents: number,
  donation: DonationBalance & { requestedCents: number } & {
    [Field in keyof TakenPayment]: string | null;
  },
  providerOfSite: string,
): TakenPayment {
  const { provider, paymentIntentId } = donation;
  if (provider === null || paymentIntentId === null) {
    throw new AppError(
      'refund_refused',
      'This donation was not paid through a payment provider, so there is no payment to refund.',
    );
  }
  if (provider !== providerOfSite) {
    throw new AppError(
      'refund_refused',
      provider === 'test'
        ? 'This was a test payment, so nothing was paid that could be refunded.'
        : 'This donation was paid through a payment provider that is no longer set up here. Please refund it there.',
    );
  }
  const problem = cardProblem(amountCents);
  if (problem !== null) {
    throw new AppError('invalid_input', `Please check the amount. ${problem}.`, {
      amount: problem,
    });
  }
  const refundable = Math.max(0, availableCents(donation) - donation.requestedCents);
  if (amountCents <= refundable) return { provider, paymentIntentId };
  const advice =
    donation.allocatedCents > 0
      ? ' Release its allocations first, or move them to another donation.'
      : donation.spentBeforeCents > 0
        ? ` ${formatCents(donation.spentBeforeCents)} of it was spent before it was imported. Whatever the charity gives back of that, it refunds at the payment provider, from other money.`
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

/** What goes back of what the donor added for card costs, if this much of a donation is refunded: all with its last cent. */
export function coverToRefund(
  amountCents: number,
  donation: Pick<DonationBalance, 'amountCents' | 'returnedCents'> & {
    requestedCents: number;
    coverCents: number;
  },
): number {
  const returnedCents = donation.returnedCents + donation.requestedCents;
  return amountCents + returnedCents < donation.amountCents
    ? 0
    : coverInReturn(amountCents + donation.coverCents, { ...donation, returnedCents });
}
