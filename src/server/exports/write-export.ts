import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExportListName, exportLists } from '#contract/exports/export-lists.ts';
import type { ExportFormat } from '#core/exports/export-lists.ts';
import type { Column } from '#server/exports/list.ts';
import { writeCsv } from '#server/exports/write-csv.ts';
import { writeExcel } from '#server/exports/write-excel.ts';

/** Writes an export into a new file below a folder. */
export async function writeExport(
  { list, format }: { list: ExportListName; format: ExportFormat },
  columns: readonly Column<unknown>[],
  rows: AsyncIterable<unknown[]>,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = join(folder, `export.${format}`);
  if (format === 'xlsx') {
    await writeExcel(exportLists[list][0], columns, rows, path, signal);
  } else {
    await pipeline(
      Readable.from(writeCsv(columns, rows), { objectMode: false }),
      createWriteStream(path, { mode: 0o600 }),
      { ...(signal && { signal }) },
    );
  }
  return path;
}

/** Where an export is written before it is stored, which is as private as the data folder. */
export function exportFolder(dataDir: string): Promise<string> {
  return mkdtemp(join(dataDir, 'export-'));
}

// Longer than any export takes.
const leftoverHours = 2;

/** Removes what exports that were killed have left. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const oldest = Date.now() - leftoverHours * 3_600_000;
  for (const name of await readdir(dataDir)) {
    if (!/^export-\w{6}$/.test(name)) continue;
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
