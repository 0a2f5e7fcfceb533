import { Button, Checkbox } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import classes from '#web/admin/ui/data-table.module.css';
import type { PagedRows } from '#web/admin/ui/paged-rows.ts';
import type { Selection } from '#web/admin/ui/use-selection.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface ColumnMeta {
  /** Money is aligned to the right. */
  align?: 'right';
  /** For a column without a visible heading. */
  hiddenHeading?: string;
  /**
   * Its place in the two lines that a row has on a phone: at the left or right end of the first, with its heading in
   * the second, at the end of the second, below both, or below both with its heading. Others are in the second.
   */
  onPhone?: 'title' | 'aside' | 'labeled' | 'actions' | 'below' | 'below-labeled';
}

/** What the heading of a column with buttons is made of. */
export const actionsHeading = {
  id: 'actions',
  header: () => null,
  meta: { hiddenHeading: 'Actions', onPhone: 'actions' },
} as const;

const features = tableFeatures({
  columnMeta: {} as ColumnMeta,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { text: sortFn_text, basic: sortFn_basic },
});

/** The columns of a table. Create them once, at module scope. */
export type Columns<Row extends object> = ColumnDef<typeof features, Row>[];

/** Rows that can be selected, each by a checkbox with the name that `nameOf` gives it. */
interface SelectableRows<Row extends { id: string }> {
  selection: Selection<Row>;
  nameOf: (row: Row) => string;
}

interface ListTexts {
  /** What the rows are: "donations". */
  of?: string;
  loadingText?: string;
  emptyText?: string;
  /** What to do next, shown under the empty text. */
  emptyHint?: ReactNode;
  errorText?: string;
}

interface DataTableProps<Row extends { id: string }> extends ListTexts {
  label: string;
  columns: Columns<Row>;
  rows: PagedRows<Row>;
  selectable?: SelectableRows<Row> | undefined;
}

/** A list that the server pages and filters. Scrolling to its end loads more. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  selectable,
  ...texts
}: DataTableProps<Row>) {
  const items = rows.data?.pages.flatMap((page) => page.items);
  return (
    <ListState {...texts} isPending={rows.isPending} items={items} refetch={rows.refetch}>
      {(shown) => (
        <>
          <PlainTable label={label} columns={columns} items={shown} selectable={selectable} />
          <MoreRows rows={rows} errorText={errorTextOf(texts)} />
        </>
      )}
    </ListState>
  );
}

interface ListTableProps<Row extends { id: string }> extends ListTexts {
  label: string;
  columns: Columns<Row>;
  rows: { data: Row[] | undefined; isPending: boolean; refetch: () => unknown };
  /** The id of the column that is sorted at first, in ascending order. */
  sortedBy?: string;
}

/** A list that arrives complete. With `sortedBy`, people can sort it by its columns. */
export function ListTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  sortedBy,
  ...texts
}: ListTableProps<Row>) {
  return (
    <ListState {...texts} isPending={rows.isPending} items={rows.data} refetch={rows.refetch}>
      {(items) => <PlainTable label={label} columns={columns} items={items} sortedBy={sortedBy} />}
    </ListState>
  );
}

interface ListStateProps<Row> extends ListTexts {
  isPending: boolean;
  items: Row[] | undefined;
  refetch: () => unknown;
  children: (items: Row[]) => ReactNode;
}

function errorTextOf({ of = 'rows', errorText = `The ${of} could not be loaded.` }: ListTexts) {
  return errorText;
}

/** The list, or the reason why there is none to show. */
function ListState<Row>({ isPending, items, refetch, children, ...texts }: ListStateProps<Row>) {
  const { of, emptyText = 'No Data', emptyHint } = texts;
  const { loadingText = of === undefined ? 'Loading' : `Loading ${of}.` } = texts;
  if (isPending) {
    return (
      <div className={`stack gap-3 center soft ${classes.state}`} role="status">
        <ProgressRing label={null} />
        <p>{loadingText}</p>
      </div>
    );
  }
  if (items === undefined)
    return <ErrorNotice text={errorTextOf(texts)} onRetry={() => void refetch()} />;
  if (items.length > 0) return children(items);
  return (
    <div className={`stack gap-3 center soft ${classes.state}`}>
      <p className={`display ${classes.empty}`}>{emptyText}</p>
      {emptyHint}
    </div>
  );
}

interface PlainTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  items: Row[];
  sortedBy?: string | undefined;
  selectable?: SelectableRows<Row> | undefined;
}

/** Loaded rows. On phones, each row becomes two lines. */
export function PlainTable<Row extends { id: string }>({
  label,
  columns,
  items,
  sortedBy,
  selectable,
}: PlainTableProps<Row>) {
  const table = useTable({
    features,
    columns,
    data: items,
    getRowId: (row) => row.id,
    enableSorting: sortedBy !== undefined,
    enableSortingRemoval: false,
    initialState: { sorting: sortedBy === undefined ? [] : [{ id: sortedBy, desc: false }] },
  });
  return (
    // The explicit roles are for browsers that drop them from a table that is laid out as blocks.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <div className={classes.box}>
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        data-sortable={sortedBy !== undefined || undefined}
      >
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {selectable && (
                <th scope="col" role="columnheader">
                  <span className="visually-hidden">Select</span>
                </th>
              )}
              {group.headers.map((header) => {
                const { column } = header;
                const { meta } = column.columnDef;
                const sorted = column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    role="columnheader"
                    data-align={meta?.align}
                    aria-sort={
                      sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'
                    }
                  >
                    {meta?.hiddenHeading && (
                      <span className="visually-hidden">{meta.hiddenHeading}</span>
                    )}
                    {column.getCanSort() ? (
                      <SortButton sorted={sorted} onClick={column.getToggleSortingHandler()}>
                        <table.FlexRender header={header} />
                      </SortButton>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              data-selected={selectable?.selection.has(row.id) || undefined}
            >
              {selectable && (
                <td role="cell" data-on-phone="select">
                  <Checkbox
                    aria-label={`Select ${selectable.nameOf(row.original)}`}
                    checked={selectable.selection.has(row.id)}
                    onChange={({ currentTarget: { checked } }) =>
                      selectable.selection.set([row.id], checked)
                    }
                  />
                </td>
              )}
              {row.getAllCells().map((cell) => {
                const { header, meta } = cell.column.columnDef;
                return (
                  <td
                    key={cell.id}
                    role="cell"
                    data-align={meta?.align}
                    data-on-phone={meta?.onPhone}
                    data-unbroken={isOneShortWord(cell.getValue()) || undefined}
                    data-heading={
                      meta?.onPhone?.endsWith('labeled') && typeof header === 'string'
                        ? header
                        : undefined
                    }
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** Whether a text is a date, an amount, or the like: it never breaks, and needs no more room than it takes. */
function isOneShortWord(value: unknown): boolean {
  // A written date has 10 characters, a reference of a bank transfer 11.
  return typeof value === 'string' && /^\S{1,12}$/.test(value);
}

interface SortButtonProps {
  sorted: false | 'asc' | 'desc';
  onClick: ((event: unknown) => void) | undefined;
  children: ReactNode;
}

function SortButton({ sorted, onClick, children }: SortButtonProps) {
  const Icon = sorted === false ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} onClick={onClick}>
      {children}
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}

/** Distance from the end of the list at which the next rows load, in CSS pixels: about a screen. */
const ahead = '600px';

function MoreRows<Row>({ rows, errorText }: { rows: PagedRows<Row>; errorText: string }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: ahead });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows;

  const fetchMore = useEffectEvent(() => {
    // After a failure only the button loads more: scrolling must not hammer a server in trouble.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  });
  useEffect(() => {
    if (entry?.isIntersecting) fetchMore();
  }, [entry]);

  if (!hasNextPage) return null;
  return (
    <>
      {/* A new one after each page: the end of the list has moved. */}
      <div key={rows.data?.pages.length} ref={ref} />
      <div className={`stack gap-3 center ${classes.more}`}>
        {isFetchNextPageError && <p role="alert">{errorText}</p>}
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load More
        </Button>
      </div>
    </>
  );
}
