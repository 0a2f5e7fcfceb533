import { Link } from 'react-router';
import {
  type FailedPayment,
  type PaymentFailure,
  unfinishedDays,
} from '#contract/payments/failed-payments.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

/** Each kind of failure in words. */
const failureNames: Record<PaymentFailure, string> = {
  unbooked: 'Not booked',
  declined: 'Card declined',
  unpaid: 'Bank did not pay',
  refund: 'Refund failed',
};

const words = {
  all: 'Everything',
  'declined,unpaid,refund': 'Payments and refunds that failed',
  ...failureNames,
};

/** What failed between a donor and our books. The address holds the filter, `failure`. */
export default function FailedPaymentsPage() {
  const list = useList(endpoints.listFailedPayments);
  const unfinished = useEndpoint(endpoints.countUnfinishedPayments);
  return (
    <>
      <PageHeader title="Failed Payments" />
      <CallError
        call={unfinished}
        failed="The number of unfinished payments could not be loaded."
      />
      {unfinished.data && <PageLead>{describeUnfinished(unfinished.data)}</PageLead>}
      <ListFilters list={list} fields={{ failure: { label: 'What Failed', words } }} />
      <EndpointTable
        list={list}
        label="Failed payments"
        columns={failedPaymentColumns}
        of="failed payments"
        emptyText="No payment failed."
        emptyHint={
          <p>
            A payment appears here if every card was declined, if a bank did not pay in the end, or
            if it could not be booked; and a refund if it failed.
          </p>
        }
        filtered={{ text: 'Nothing of this kind failed.', showAll: 'Show everything' }}
      />
    </>
  );
}

function describeUnfinished({ unfinished, paid }: { unfinished: number; paid: number }): string {
  return `In the last ${unfinishedDays} days, ${countOf(paid, 'payment was', 'payments were')} made, and ${countOf(unfinished, 'payment page was', 'payment pages were')} left without a try. Nobody knows why people leave, so these are only counted.`;
}

const failedPaymentColumns: Columns<FailedPayment> = [
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
