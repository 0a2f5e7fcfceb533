import { unfinishedDays } from '#contract/payments/failed-payments.ts';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import {
  failedPaymentColumns,
  failureNames,
} from '#web/admin/payments/failed-payments/columns.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

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
