import type { ExportId } from '#contract/ids.ts';

/** Where a browser downloads an export that was just opened. */
export function exportFilePath(id: ExportId | ':id'): string {
  return `/api/exports/${id}/file`;
}
