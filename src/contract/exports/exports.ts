import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { exportListNames } from '#contract/exports/export-lists.ts';
import { idParams, timestamp } from '#contract/fields.ts';
import { exportId } from '#contract/ids.ts';
import { type ExportFormat, exportFormats } from '#core/exports/export-lists.ts';

/* Exports: asking for a list as a file, seeing how far it is, and opening it. */

const list = z.enum(exportListNames, 'Must be a list that can be exported');
const format = z.enum(
  Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]],
  'Must be csv or xlsx',
);
/**
 * What to leave out: the query of the call that lists the same, without `limit` and `cursor`, such as
 * `causeId=…&hideFullyAllocated=true`. The lists that no call returns take `from` and `to`, the first and the last day.
 */
const filter = z.string().max(1_000, 'At most 1000 characters');

/**
 * `open`: it can be downloaded at this moment. `waiting`: a job is making it. `ready`: it is stored until
 * `expiresAt`. `ended`: it was downloaded directly, or is deleted. `failed`: it could not be made.
 */
export const exportStates = ['open', 'waiting', 'ready', 'ended', 'failed'] as const;

/** An export that somebody asked for. */
export const exportItem = z.object({
  id: exportId,
  createdAt: timestamp,
  list,
  format,
  /** The filter in words; empty without one. */
  filter: z.string(),
  /** How many rows it has; while it is waiting, how many the filter showed. */
  rows: z.int(),
  state: z.enum(exportStates),
  /** Until when it is stored; null unless it is ready. */
  expiresAt: timestamp.nullable(),
  /** The size of what is stored. */
  bytes: z.int().nullable(),
});
export type ExportItem = z.infer<typeof exportItem>;

const shared = { tag: 'Exports', access: 'exports.create' } as const;

/** What an export would contain: how many rows, and the columns that the caller may see. */
export const previewExport = endpoint('GET /api/exports/preview', {
  ...shared,
  summary: 'Preview an export',
  query: z.object({ list, filter: filter.default('') }),
  response: z.object({ rows: z.int(), columns: z.array(z.string()) }),
});

/** The caller's own exports of the last days, newest first. */
export const listExports = endpoint('GET /api/exports', {
  ...shared,
  summary: 'List your exports',
  response: z.array(exportItem),
});

/**
 * Exports a list. Up to 10,000 rows can be downloaded right away, within two minutes, at `/api/exports/{id}/file`. More
 * are made by a job, which mails the caller a link that works for a day. 409 for an Excel file of more than 100,000
 * rows.
 */
export const createExport = endpoint('POST /api/exports', {
  ...shared,
  recent: false,
  summary: 'Export a list',
  records: { 'export.requested': 'Asked for an export' },
  body: z.object({ list, format, filter: filter.default('') }),
  response: exportItem,
  status: 201,
  errors: ['export_too_large', 'too_many_requests'],
});

/**
 * Opens a stored export of the caller's own: for two minutes, it can be downloaded at `/api/exports/{id}/file`. 409 if
 * it is not ready, has ended, or contains what the caller may no longer see.
 */
export const openExport = endpoint('POST /api/exports/:id/open', {
  ...shared,
  recent: true,
  summary: 'Open a stored export for download',
  records: { 'export.downloaded': 'Downloaded an export' },
  params: idParams(exportId),
  response: exportItem,
  errors: ['not_found', 'export_unavailable'],
});
