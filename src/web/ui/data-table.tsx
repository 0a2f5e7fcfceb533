import { Button } from '@mantine/core';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from '#web/ui/data-table.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface ColumnMeta {
  /** Money stands on the right. */
  align?: 'right';
  /** For a column whose heading shows nothing. */
  hiddenHeading?: string;
}

const features = tableFeatures({ columnMeta: {} as ColumnMeta });

/** The columns of a {@link DataTable}; made once, at module scope. */
export type Columns<Row extends object> = ColumnDef<typeof features, Row>[];

/** The part of an infinite query that the table shows. */
interface PagedRows<Row> {
  data: { pages: { items: Row[] }[] } | undefined;
  isError: boolean;
  isPending: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface DataTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  rows: PagedRows<Row>;
  loadingText?: string;
  emptyText?: string;
  emptyHint?: ReactNode;
  errorText: string;
}

/** A list that the server pages and filters; more of it is fetched as one scrolls to its end. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  loadingText = 'Loading',
  emptyText = 'No Data',
  emptyHint,
  errorText,
}: DataTableProps<Row>) {
  if (rows.isPending) {
    return (
      <div className={classes.state} role="status">
        <ProgressRing label={null} />
        <p>{loadingText}</p>
      </div>
    );
  }
  if (rows.data === undefined) {
    return <ErrorNotice text={errorText} onRetry={() => void rows.refetch()} />;
  }
  const items = rows.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <div className={classes.state}>
        <p>{emptyText}</p>
        {emptyHint}
      </div>
    );
  }
  return (
    <>
      <PlainTable label={label} columns={columns} items={items} />
      <MoreRows rows={rows} errorText={errorText} />
    </>
  );
}

interface PlainTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  items: Row[];
}

/** Rows that are all there. On phones each row becomes a small list of its own. */
export function PlainTable<Row extends { id: string }>({
  label,
  columns,
  items,
}: PlainTableProps<Row>) {
  const table = useTable({ features, columns, data: items, getRowId: (row) => row.id });
  return (
    // The roles are said again because a table that is laid out as blocks loses them in some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => {
              const { meta } = header.column.columnDef;
              return (
                <th key={header.id} scope="col" role="columnheader" data-align={meta?.align}>
                  {meta?.hiddenHeading ? (
                    <span className="visually-hidden">{meta.hiddenHeading}</span>
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
          <tr key={row.id} role="row">
            {row.getAllCells().map((cell) => {
              const { header, meta } = cell.column.columnDef;
              return (
                <td
                  key={cell.id}
                  role="cell"
                  data-align={meta?.align}
                  data-heading={typeof header === 'string' ? header : undefined}
                >
                  <table.FlexRender cell={cell} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** Distance from the end of the list, in CSS pixels, at which the next rows are fetched: about a screen. */
const ahead = '600px';

function MoreRows<Row>({ rows, errorText }: { rows: PagedRows<Row>; errorText: string }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows;
  // After a failure the button is the way on: scrolling must not hammer a server in trouble.
  const fetchesItself = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    if (!fetchesItself || end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage();
      },
      { rootMargin: ahead },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [fetchesItself, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <div ref={end} className={classes.more}>
      {isFetchNextPageError && <p role="alert">{errorText}</p>}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}
