import type { ComponentProps } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { List, ListEndpoint } from '#web/admin/shared/use-list.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import type { ItemOf } from '#web/client/api-client.ts';
import { TextButton } from '#web/ui/text-button.tsx';

type Row<E extends ListEndpoint> = ItemOf<ResponseOf<E>> & { id: string };

type EndpointTableProps<E extends ListEndpoint> = Omit<
  ComponentProps<typeof DataTable<Row<E>>>,
  'rows'
> & {
  list: List<E>;
  /** What is said if the filters hide everything, and on the button that removes them. */
  filtered: { text: string; showAll: string };
};

/** The table of a list that the address filters. */
export function EndpointTable<E extends ListEndpoint>({
  list,
  filtered,
  ...table
}: EndpointTableProps<E>) {
  const rows = list.rows as ComponentProps<typeof DataTable<Row<E>>>['rows'];
  if (!list.isFiltered()) return <DataTable {...table} rows={rows} />;
  return (
    <DataTable
      {...table}
      rows={rows}
      emptyText={filtered.text}
      emptyHint={<TextButton onClick={() => list.showAll()}>{filtered.showAll}</TextButton>}
    />
  );
}
