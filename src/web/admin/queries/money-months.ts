import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MonthSpan } from '#contract/operations/money-months.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';

/** What happened to the money by month. */
export function useMoneyMonths(span: MonthSpan) {
  return useQuery({
    queryKey: ['money-months', span],
    queryFn: ({ signal }) => call(endpoints.listMoneyMonths, { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });
}
