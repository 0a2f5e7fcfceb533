import { Link } from 'react-router';
import type { FailedPayment, PaymentFailure } from '#contract/payments/failed-payments.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';

/** Each kind of failure in words. */
export const failureNames: Record<PaymentFailure, string> = {
  unbooked: 'Not booked',
  declined: 'Card declined',
  unpaid: 'Bank did not pay',
  refund: 'Refund failed',
};

export const failedPaymentColumns: Columns<FailedPayment> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'What Failed', onPhone: 'title', value: ({ failure }) => failureNames[failure] },
  {
    header: 'Amount',
    ...mainFigure,
    value: ({ amount }) => (amount === null ? 'Unknown' : formatCents(amount)),
  },
  { header: 'Cause', value: ({ cause }) => cause?.name ?? '' },
  { header: 'Why', onPhone: 'below', value: describeReason },
  {
    header: 'What to Do',
    onPhone: 'below-labeled',
    show: (payment) => <Advice payment={payment} />,
  },
];

const objectNames = {
  checkout: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  balance: 'cost',
} as const;

function describeReason({ failure, object, objectId, reason, declines }: FailedPayment): string {
  switch (failure) {
    case 'unbooked':
      return `The payment provider has a ${objectNames[object ?? 'checkout']} (${objectId}) that we could not book: ${reason}.`;
    case 'declined':
      return declines === 1
        ? 'A card was declined, and the donor did not pay with another one.'
        : `Cards were declined ${declines} times, and the donor did not pay in the end.`;
    case 'unpaid':
      return 'The donor finished, but the bank did not pay in the end.';
    case 'refund':
      return reason === '' ? 'The payment provider reported that it failed.' : reason;
  }
}

function Advice({ payment: { failure, donationId } }: { payment: FailedPayment }) {
  switch (failure) {
    case 'unbooked':
      return 'Look it up at the payment provider. We try again every hour; once it is booked, it leaves this list.';
    case 'declined':
      return 'Nothing. No money moved, and the payment page told the donor.';
    case 'unpaid':
      return 'Nothing. No money moved, and the donor gets an email about it.';
    case 'refund':
      return (
        <>
          The money is still here.{' '}
          {donationId && (
            <Link to={paths.manageDonation(donationId)}>Open the donation to try again</Link>
          )}
        </>
      );
  }
}
