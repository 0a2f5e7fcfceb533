import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { MonthSpan } from '#contract/overview/money-months.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/overview/money-months/money-section.module.css';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

// With the library that draws them, which nothing else needs.
const MonthCharts = lazy(() => import('#web/admin/overview/money-months/month-charts.tsx'));

const spans: { value: MonthSpan; label: string }[] = [
  { value: '3', label: 'Last 3 months' },
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 2 years' },
  { value: '36', label: 'Last 3 years' },
  { value: 'all', label: 'All months' },
];

/** Giving, allocating, and proving by month. The address holds how many months, `months`. */
export function MoneySection() {
  const { query, set } = useQueryState();
  const span = spans.find(({ value }) => value === query.get('months'))?.value ?? '12';
  // The glance above has these already.
  const read = { query: { span: Number(span) < 24 ? ('24' as const) : span } };
  const months = useEndpoint(endpoints.listMoneyMonths, read, { keepsLast: true });
  return (
    <TitledSection title="Money by Month">
      <NativeSelect
        className={classes.span ?? ''}
        label="Period"
        value={span}
        data={spans}
        onChange={({ currentTarget: { value } }) => set({ months: value === '12' ? null : value })}
      />
      <CallError call={months} failed="The months could not be loaded." />
      {!months.isLoadingError && (
        <div className={classes.room}>
          {months.data ? (
            <Suspense fallback={<ProgressRing />}>
              <MonthCharts
                months={span === 'all' ? months.data : months.data.slice(-Number(span))}
              />
            </Suspense>
          ) : (
            <ProgressRing />
          )}
        </div>
      )}
    </TitledSection>
  );
}
