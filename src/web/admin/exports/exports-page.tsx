import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ExportListName, exportLists } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import type { ExportItem } from '#contract/exports/exports.ts';
import { exportDaysListed, exportFormats } from '#core/exports/export-lists.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/exports/exports-page.module.css';
import { download } from '#web/admin/shared/download.ts';
import { ExportModal } from '#web/admin/shared/export-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { Banner } from '#web/admin/ui/banner.tsx';
import { actionsHeading, type Columns, figure, ListTable } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';

/**
 * The exports of the signed-in person. The address holds `export`, the export that an email leads to, and `new`, the list of the
 * open dialog.
 */
export default function ExportsPage() {
  const { query } = useQueryState();
  const exports = useEndpoint(
    endpoints.listExports,
    {},
    {
      // A job is making one.
      refetchInterval: (all) => (all?.some(({ state }) => state === 'waiting') ? 3_000 : false),
    },
  );
  const wanted = query.get('export');
  const isUnknown =
    wanted !== null &&
    exports.data !== undefined &&
    !exports.data.some(({ id, expiresAt }) => id === wanted && expiresAt !== null);
  return (
    <>
      <PageHeader title="Exports">
        <IfMay right="contacts.read">
          <LinkButton to={paths.admin.imports} variant="default">
            Import Donations
          </LinkButton>
        </IfMay>
      </PageHeader>
      <PageLead>
        What a list shows, as a file. Each list has its own button, “Export,” which follows its
        filters. These lists have no page of their own:
      </PageLead>
      {isUnknown && (
        <Banner label="This link has ended">
          <p>
            The export that this link leads to has been deleted, is not ready yet, or belongs to
            somebody else. Please export the list again.
          </p>
        </Banner>
      )}
      <OtherLists />
      <TitledSection title={`Your exports of the last ${exportDaysListed} days`}>
        <ListTable
          label="Your exports"
          columns={exportColumns}
          rows={exports}
          of="your exports"
          emptyText={`You have exported nothing in the last ${exportDaysListed} days.`}
          errorText="Your exports could not be loaded."
        />
      </TitledSection>
    </>
  );
}

const others: { list: ExportListName; text: string }[] = [
  {
    list: 'accounting',
    text: 'Each move of money as an entry with a debit and a credit account, for accounting software',
  },
  { list: 'ledger', text: 'Each move of money, with its hash' },
  { list: 'allocations', text: 'What is allocated to which nomination, and from which donation' },
  { list: 'expenses', text: 'What was paid, to whom, and for which nomination' },
  { list: 'volunteer-hours', text: 'What volunteers did, when, how long, and for which need' },
  { list: 'receipts', text: 'The uploaded receipts, each with its expense' },
];

/** What can be exported that no page lists, with a first and a last day. */
function OtherLists() {
  const dialog = useModal('new');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const shown = others.find(({ list }) => list === dialog.value);
  const list = useLastValue(shown?.list ?? null);
  const maySeeFiles = useMay('files.read');
  return (
    <>
      <ul className={`list grid gap-0 below-8 ${classes.lists}`}>
        {others
          .filter(({ list }) => list !== 'receipts' || maySeeFiles)
          .map(({ list, text }) => (
            <li key={list} className="row unwrapped gap-4 pad-y-3 center between underlined">
              <div>
                <strong>{exportLists[list][0]}</strong>
                <p>{text}</p>
              </div>
              <Button
                variant="default"
                aria-label={`Export ${exportLists[list][0]}`}
                onClick={() => dialog.open(list)}
              >
                Export
              </Button>
            </li>
          ))}
      </ul>
      <ExportModal
        list={list ?? 'accounting'}
        query={{ from: from || undefined, to: to || undefined }}
        opened={shown !== undefined}
        onClose={dialog.close}
      >
        <div className={`grid ${classes.days}`}>
          <TextInput
            type="date"
            label="First day"
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
      </ExportModal>
    </>
  );
}

const exportColumns: Columns<ExportItem> = [
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
      {exportLists[list][0]}
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
