import { NativeSelect } from '@mantine/core';
import { isoDayOf } from '#core/platform/dates.ts';
import {
  type ReceiptState,
  receiptStates,
  receiptStateWords,
} from '#core/receipts/receipt-states.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';

/** Filters of the list of receipts; empty for none. */
interface ReceiptFilters {
  year: string;
  state: ReceiptState | '';
  search: string;
}

/** The filters from the address; what is none is no filter. */
export function readReceiptFilters(query: URLSearchParams): ReceiptFilters {
  const year = query.get('year') ?? '';
  return {
    year: /^[2-9]\d{3}$/.test(year) ? year : '',
    state: receiptStates.find((state) => state === query.get('state')) ?? '',
    search: query.get('search') ?? '',
  };
}

/** The parameters of the call; an empty filter filters nothing. */
export function receiptQuery({ year, state, search }: ReceiptFilters) {
  return { year: year || undefined, state: state || undefined, search: search || undefined };
}

/** As long as somebody may have to look back, the latest first. */
function years(chosen: string): string[] {
  const thisYear = Number(isoDayOf(new Date(), siteInfo.timeZone).slice(0, 4));
  const offered = Array.from({ length: 10 }, (_, index) => String(thisYear - index));
  return chosen === '' || offered.includes(chosen) ? offered : [chosen, ...offered];
}

export function ReceiptFilterPanel() {
  const { query, set } = useQueryState();
  const { year, state, search } = readReceiptFilters(query);
  return (
    <FilterPanel>
      <NativeSelect
        label="Issued in"
        value={year}
        data={[{ value: '', label: 'All years' }, ...years(year)]}
        onChange={({ currentTarget: { value } }) => set({ year: value })}
      />
      <NativeSelect
        label="State"
        value={state}
        data={[
          { value: '', label: 'All states' },
          ...receiptStates.map((value) => ({ value, label: receiptStateWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ state: value })}
      />
      <FilterText
        label="Number or donor"
        value={search}
        onChange={(text) => set({ search: text })}
      />
    </FilterPanel>
  );
}
