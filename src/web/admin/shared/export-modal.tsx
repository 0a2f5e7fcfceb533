import { Button, Radio } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatCount } from '#core/counts.ts';
import {
  describeRows,
  directRowLimit,
  type ExportFormat,
  type ExportListName,
  excelRowLimit,
  exportFormats,
  exportLists,
} from '#core/export-lists.ts';
import { type ExportQuery, useCreateExport, useExportPreview } from '#web/admin/queries/exports.ts';
import classes from '#web/admin/shared/export-modal.module.css';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import '#web/admin/ui/form-fields.css';
import '#web/admin/ui/radio.css';

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
    <Modal
      title={`Export ${exportLists[list].title}`}
      opened={opened}
      onClose={onClose}
      size="narrow"
    >
      <ExportForm list={list} query={query} opened={opened} onClose={onClose}>
        {children}
      </ExportForm>
    </Modal>
  );
}

const formats: [ExportFormat, string][] = [
  ['csv', 'For every spreadsheet and for accounting software'],
  ['xlsx', `Up to ${formatCount(excelRowLimit)} rows`],
];

function ExportForm({ list, query, opened, onClose, children }: ExportModalProps) {
  const [chosen, setFormat] = useState<ExportFormat>('csv');
  const preview = useExportPreview(list, query, opened);
  const create = useCreateExport();
  const rows = preview.data?.rows ?? 0;
  const isTooLong = rows > excelRowLimit;
  const format = isTooLong ? 'csv' : chosen;
  const isDirect = rows <= directRowLimit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ list, format, query }, { onSuccess: onClose });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {children}
      {preview.isPending && <ProgressRing label="Counting" />}
      {preview.isError && (
        <ErrorNotice
          text="What the export contains could not be loaded."
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data && (
        <>
          <p>
            What the filter shows: <strong>{describeRows(list, rows)}</strong>.
          </p>
          <details>
            <summary>{`${preview.data.columns.length} columns`}</summary>
            <p className={classes.note}>{preview.data.columns.join(', ')}</p>
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
      <p className={classes.note}>
        {isDirect
          ? 'The download is recorded in the audit trail. Keep the file safe if it names people.'
          : 'This takes a while: we send you a link by email as soon as the file is ready. Only you can use it, for 24 hours.'}
      </p>
      <ModalActions>
        <Button type="submit" loading={create.isPending} disabled={!preview.data}>
          {isDirect ? 'Download' : 'Send Me a Link'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
