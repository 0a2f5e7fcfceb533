import { Radio } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describeRows, type ExportListName, exportLists } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import {
  directRowLimit,
  type ExportFormat,
  excelRowLimit,
  exportFileHours,
  exportFormats,
} from '#core/exports/export-lists.ts';
import { formatCount } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { download } from '#web/admin/shared/download.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { notifySuccess } from '#web/ui/notify.ts';
import '#web/admin/ui/form-fields.css';
import '#web/admin/ui/radio.css';

/** The parameters of the call that lists the same; those that are undefined filter nothing. */
export type ExportQuery = Record<string, string | undefined>;

interface ExportModalProps {
  list: ExportListName;
  query: ExportQuery;
  opened: boolean;
  onClose: () => void;
  /** Fields that change the query. */
  children?: ReactNode;
}

/** Says what an export contains, and lets somebody choose its format. */
export function ExportModal({ list, query, opened, onClose, children }: ExportModalProps) {
  return (
    <Modal title={`Export ${exportLists[list][0]}`} opened={opened} onClose={onClose} size="narrow">
      <ExportForm list={list} query={query} onClose={onClose}>
        {children}
      </ExportForm>
    </Modal>
  );
}

const formats: [ExportFormat, string][] = [
  ['csv', 'For every spreadsheet and for accounting software'],
  ['xlsx', `Up to ${formatCount(excelRowLimit)} rows`],
];

function ExportForm({ list, query, onClose, children }: Omit<ExportModalProps, 'opened'>) {
  const [chosen, setFormat] = useState<ExportFormat>('csv');
  const filter = filterOf(query);
  const preview = useEndpoint(
    endpoints.previewExport,
    { query: { list, filter } },
    { gcTime: 0, staleTime: 'static' },
  );
  const create = useSend(endpoints.createExport, {
    onDone({ id, state }) {
      if (state === 'open') download(exportFilePath(id));
      else notifySuccess('We are making the export and email you a link to it');
    },
  });
  const rows = preview.data?.rows ?? 0;
  const isTooLong = rows > excelRowLimit;
  const format = isTooLong ? 'csv' : chosen;
  const isDirect = rows <= directRowLimit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { list, format, filter } }, { onSuccess: onClose });
  };
  return (
    <form className="grid" onSubmit={submit}>
      {children}
      <CallState
        call={preview}
        failed="What the export contains could not be loaded."
        waiting="Counting"
      />
      {preview.data && (
        <>
          <p>
            What the filter shows: <strong>{describeRows(list, rows)}</strong>.
          </p>
          <details>
            <summary>{`${preview.data.columns.length} columns`}</summary>
            <p className="soft smaller">{preview.data.columns.join(', ')}</p>
          </details>
        </>
      )}
      <Radio.Group
        label="Format"
        value={format}
        onChange={(value) => setFormat(value as ExportFormat)}
      >
        {formats.map(([value, description]) => (
          <Radio
            key={value}
            value={value}
            label={exportFormats[value]}
            disabled={value === 'xlsx' && isTooLong}
            description={description}
          />
        ))}
      </Radio.Group>
      <p className="soft smaller">
        {isDirect
          ? 'The download is recorded in the audit trail. Keep the file safe if it names people.'
          : `This takes a while: we send you a link by email as soon as the file is ready. Only you can use it, for ${exportFileHours} hours.`}
      </p>
      <ModalActions>
        <SubmitButtons
          action={isDirect ? 'Download' : 'Send Me a Link'}
          loading={create.isPending}
          disabled={!preview.data}
          onCancel={onClose}
        />
      </ModalActions>
    </form>
  );
}

function filterOf(query: ExportQuery): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
