import { NativeSelect } from '@mantine/core';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import {
  failedPaymentColumns,
  failureNames,
} from '#web/admin/payments/failed-payments/columns.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

const filters: Record<string, string> = {
  'declined,unpaid,refund': 'Payments and refunds that failed',
  ...failureNames,
};

/** What failed between a donor and our books. The address holds the filter, `failure`. */
export default function FailedPaymentsPage() {
  const { query, set } = useQueryState();
  const failure = Object.keys(filters).find((kinds) => kinds === query.get('failure'));
  const payments = usePages(endpoints.listFailedPayments, { query: { failure } });
  const unfinished = useEndpoint(endpoints.countUnfinishedPayments);
  return (
    <>
      <PageHeader title="Failed Payments" />
      {unfinished.isError && (
        <ErrorNotice
          text="The number of unfinished payments could not be loaded."
          onRetry={() => void unfinished.refetch()}
        />
      )}
      {unfinished.data && <PageLead>{describeUnfinished(unfinished.data)}</PageLead>}
      <FilterPanel>
        <NativeSelect
          label="What Failed"
          value={failure ?? ''}
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(filters).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ failure: value })}
        />
      </FilterPanel>
      <DataTable
        label="Failed payments"
        columns={failedPaymentColumns}
        rows={payments}
        loadingText="Loading failed payments."
        emptyText={failure ? 'Nothing of this kind failed.' : 'No payment failed.'}
        emptyHint={
          failure ? (
            <TextButton onClick={() => set({ failure: null })}>Show everything</TextButton>
          ) : (
            <p>
              A payment appears here if every card was declined, if a bank did not pay in the end,
              or if it could not be booked; and a refund if it failed.
            </p>
          )
        }
        errorText="The failed payments could not be loaded."
      />
    </>
  );
}

function describeUnfinished({ unfinished, paid }: { unfinished: number; paid: number }): string {
  return `In the last 30 days, ${countOf(paid, 'payment was', 'payments were')} made, and ${countOf(unfinished, 'payment page was', 'payment pages were')} left without a try. Nobody knows why people leave, so these are only counted.`;
}
