import { Link } from 'react-router';
import { donorColumns } from '#web/admin/giving/donors/columns.tsx';
import { FindDonorField } from '#web/admin/giving/donors/find-donor-field.tsx';
import { useDonors } from '#web/admin/queries/donors.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { paths } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** Everybody who donated. The address holds what is searched for, `search`. */
export default function DonorsPage() {
  const { query, set } = useQueryState();
  const search = query.get('search') ?? '';
  const donors = useDonors(search);
  return (
    <>
      <PageHeader title="Donors">
        <ExportButton list="donors" query={{ search: search || undefined }} />
      </PageHeader>
      <FindDonorField value={search} onChange={(text) => set({ search: text })} />
      <DataTable
        label="Donors"
        columns={donorColumns}
        rows={donors}
        loadingText="Loading donors."
        emptyText={search === '' ? 'There are no donors.' : 'No donor was found.'}
        emptyHint={
          search === '' ? (
            <p>
              They appear here with their first donation, at the{' '}
              <Link to={paths.donate}>donation page</Link>.
            </p>
          ) : (
            <TextButton onClick={() => set({ search: null })}>Show all donors</TextButton>
          )
        }
        errorText="The donors could not be loaded."
      />
    </>
  );
}
