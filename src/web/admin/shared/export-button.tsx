import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import { useMay } from '#web/admin/client/session.ts';
import { ExportModal, type ExportQuery } from '#web/admin/shared/export-modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface ExportButtonProps {
  list: ExportListName;
  /** What the list on the screen is filtered by. */
  query: ExportQuery;
}

/** Exports what the list on the screen shows; only for whoever may. */
export function ExportButton({ list, query }: ExportButtonProps) {
  const dialog = useModal('export');
  if (!useMay('exports.create')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={18} aria-hidden="true" />}
        onClick={() => dialog.open(list)}
      >
        Export
      </Button>
      <ExportModal list={list} query={query} {...dialog.dialog} />
    </>
  );
}
