import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ImportDetail, ImportLine } from '#contract/imports/imports.ts';
import { formatCount } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { lineColumns, takenBackColumns } from '#web/admin/imports/columns.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

type Show = ImportLine['outcome'] | 'remarked' | '';

/** Each line of the file, and what becomes of it: at first those that somebody should look at. */
export function LinesSection({ found }: { found: ImportDetail }) {
  const { counts, booking, state } = found;
  const comeIn = booking !== null && state !== 'booking' ? 'came in' : 'come in';
  const [show, setShow] = useState<Show>(counts.problem > 0 ? 'problem' : '');
  const lines = usePages(
    endpoints.listImportLines,
    { params: { id: found.id }, query: { ...(show && { show }) } },
    { asOf: found.revision },
  );
  const choice = (value: Show, label: string, count: number | null) => ({
    value,
    label: count === null ? label : `${label} (${formatCount(count)})`,
  });
  return (
    <TitledSection title="Lines">
      <div className="row gap-4 gap-y-3 below-2 end between">
        <NativeSelect
          label="Show"
          data={[
            choice('', 'All lines', null),
            choice('new', `Lines that ${comeIn}`, counts.new),
            choice('remarked', `Lines that ${comeIn} with a remark`, null),
            choice('problem', 'Lines that cannot be read', counts.problem),
            choice('changed', 'Lines that were imported before and differ', counts.changed),
            choice('known', 'Lines that are known already', counts.known),
            choice('left_out', 'Lines that were not completed, or refunded', counts.left_out),
          ]}
          value={show}
          onChange={({ currentTarget: { value } }) => setShow(value as Show)}
        />
        <ExportButton list="import-lines" query={{ importId: found.id, show: show || undefined }} />
      </div>
      <DataTable
        label="Lines of the file"
        columns={state === 'taken_back' ? takenBackColumns : lineColumns}
        rows={lines}
        of="lines"
        emptyText="There are no such lines."
      />
    </TitledSection>
  );
}
