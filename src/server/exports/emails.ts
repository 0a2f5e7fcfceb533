import { adminPaths } from '#contract/admin-pages.ts';
import { describeRows, type ExportListName, exportLists } from '#contract/exports/export-lists.ts';
import type { ExportId } from '#contract/ids.ts';
import { describeFilter, type ExportFormat, exportFormats } from '#core/exports/export-lists.ts';
import { formatMoment } from '#core/platform/dates.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

interface Made {
  id: ExportId;
  list: ExportListName;
  format: ExportFormat;
  filter: Record<string, string>;
  rowCount: number;
  expiresAt: string;
}

/** Tells somebody that the export they asked for can be downloaded. */
export function exportReady(
  config: Config,
  timeZone: string,
  person: { email: string; firstName: string },
  { id, list, format, filter, rowCount, expiresAt }: Made,
): Message {
  const shown = describeFilter(filter);
  return compose(config, {
    to: person.email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: `Your export is ready: ${exportLists[list][0]}`,
    expiresAt,
    blocks: [
      `Hello ${person.firstName},`,
      'The export that you asked for can be downloaded now.',
      facts([
        ['Contents', describeRows(list, rowCount)],
        ...(shown === '' ? [] : [['Filter', shown] as [string, string]]),
        ['Format', exportFormats[format]],
        ['Deleted', formatMoment(expiresAt, timeZone)],
      ]),
      button('Download', `${config.publicUrl}${adminPaths.exports}?export=${id}`),
      'Only you can download it, after you have logged in and confirmed that it is you.',
    ],
  });
}
