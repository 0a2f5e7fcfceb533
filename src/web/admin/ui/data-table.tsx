import { Button, Checkbox } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  createSortedRowModel,
  rowSortingFeature,
  type Row as SortedRow,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import classes from '#web/admin/ui/data-table.module.css';
import type { PagedRows } from '#web/admin/ui/paged-rows.ts';
import type { Selection } from '#web/admin/ui/use-selection.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface Column<Row> {
  header: string;
  /** Whether only screen readers say it, because what is below speaks for itself. */
  hidesHeader?: boolean;
  /** Money is aligned to the right. */
  align?: 'right';
  /**
   * Its place in the two lines that a row has on a phone: at the left or right end of the first, with its heading in
   * the second, at the end of the second, below both, or below both with its heading. Others are in the second.
   */
  onPhone?: 'title' | 'aside' | 'labeled' | 'actions' | 'below' | 'below-labeled';
  /** What a row has in it. Where people can sort, they sort by columns with a value. */
  value?: (row: Row) => string | number | null;
  /** What stands there instead of the value, if that is more than a text. */
  show?: (row: Row, index: number) => ReactNode;
}

/** The columns of a table. Create them once, at module scope. */
export type Columns<Row> = Column<Row>[];

/** What a column of figures is made of: of those that a row is about, and of others. */
export const mainFigure = { align: 'right', onPhone: 'aside' } as const;
export const figure = { align: 'right', onPhone: 'labeled' } as const;

/** What the heading of a column with buttons is made of. */
export const actionsHeading = {
  header: 'Actions',
  hidesHeader: true,
  onPhone: 'actions',
} as const;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** Texts as people order them, numbers by size. */
function inOrder<Row extends object>(
  one: SortedRow<typeof features, Row>,
  other: SortedRow<typeof features, Row>,
  column: string,
): number {
  const compare = typeof one.getValue(column) === 'string' ? sortFn_text : sortFn_basic;
  return compare(one, other, column);
}

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
  /** A call for what stands above the list, which comes with it, so that it moves nothing. */
  after?: { isPending: boolean };
}

/** A list that the server pages and filters. Scrolling to its end loads more. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  selectable,
  after,
  ...texts
}: DataTableProps<Row>) {
  const items = rows.data?.pages.flatMap((page) => page.items);
  const isPending = rows.isPending || after?.isPending === true;
  return (
    <ListState {...texts} isPending={isPending} items={items} refetch={rows.refetch}>
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
  /** The header of the column that is sorted at first, in ascending order. */
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
  const sorted = useMemo(
    () =>
      columns.map(({ header, value }) =>
        value ? { id: header, accessorFn: value, sortFn: inOrder<Row> } : { id: header },
      ),
    [columns],
  );
  const table = useTable({
    features,
    columns: sorted,
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
          <tr role="row">
            {selectable && (
              <th scope="col" role="columnheader">
                <span className="visually-hidden">Select</span>
              </th>
            )}
            {columns.map(({ header, hidesHeader, align }) => {
              const sorting = table.getColumn(header);
              const sorted = sorting?.getIsSorted() ?? false;
              return (
                <th
                  key={header}
                  scope="col"
                  role="columnheader"
                  data-align={align}
                  aria-sort={
                    sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'
                  }
                >
                  {sorting?.getCanSort() ? (
                    <SortButton sorted={sorted} onClick={sorting.getToggleSortingHandler()}>
                      {header}
                    </SortButton>
                  ) : hidesHeader ? (
                    <span className="visually-hidden">{header}</span>
                  ) : (
                    header
                  )}
                </th>
              );
            })}
          </tr>
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
              {columns.map(({ header, align, onPhone, value, show }) => {
                const text = value?.(row.original);
                return (
                  <td
                    key={header}
                    role="cell"
                    data-align={align}
                    data-on-phone={onPhone}
                    data-unbroken={isOneShortWord(text) || undefined}
                    data-heading={onPhone?.endsWith('labeled') ? header : undefined}
                  >
                    {show ? show(row.original, row.index) : text}
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
