import { Button } from '@mantine/core';
import { exportFilePath } from '#contract/exports/export-path.ts';
import type { ExportItem } from '#contract/exports/exports.ts';
import { exportFormats, exportLists } from '#core/exports/export-lists.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { download } from '#web/admin/shared/download.ts';
import { actionsHeading, type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';

export const exportColumns: Columns<ExportItem> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'List', onPhone: 'title', show: (item) => <What item={item} /> },
  { header: 'Rows', ...figure, value: ({ rows }) => formatCount(rows) },
  { header: 'Format', value: ({ format }) => exportFormats[format] },
  { header: 'State', onPhone: 'below', value: describeState },
  { ...actionsHeading, show: (item) => <DownloadAction item={item} /> },
];

function What({ item: { list, filter } }: { item: ExportItem }) {
  return (
    <span>
      {exportLists[list].title}
      {filter !== '' && <span className="soft"> {filter}</span>}
    </span>
  );
}

function describeState({ state, expiresAt, bytes }: ExportItem): string {
  if (expiresAt !== null && bytes !== null) {
    return `Ready, ${formatBytes(bytes)}, until ${formatMoment(expiresAt)}`;
  }
  if (state === 'waiting') return 'We are making it and email you a link';
  if (state === 'failed') return 'It could not be made';
  return state === 'open' ? 'Downloaded' : 'Downloaded or deleted';
}

function DownloadAction({ item }: { item: ExportItem }) {
  const open = useSend(endpoints.openExport, {
    onDone: ({ id }) => download(exportFilePath(id)),
  });
  if (item.expiresAt === null) return null;
  return (
    <RowActions>
      <Button
        variant="default"
        size="sm"
        loading={open.isPending}
        onClick={() => open.mutate({ params: { id: item.id } })}
      >
        Download
      </Button>
    </RowActions>
  );
}
