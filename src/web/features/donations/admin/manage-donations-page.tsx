import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import { formatCents } from '#core/money.ts';
import { AllocateModal } from '#web/features/allocations/admin/allocate-modal.tsx';
import { donationColumns } from '#web/features/donations/admin/columns.tsx';
import { DonationModal } from '#web/features/donations/admin/donation-modal.tsx';
import { useDonations } from '#web/features/donations/admin/queries.ts';
import { useNomination } from '#web/features/nominations/admin/queries.ts';
import { paths } from '#web/paths.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { FilterChecks, FilterPanel } from '#web/ui/filter-panel.tsx';
import { FilterText } from '#web/ui/filter-text.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/**
 * Filters, the open dialog and the allocating mode all stand in the address: `showFullyAllocated`, `id`,
 * `manage` (the donation shown), `nominationId` (allocating for it) and `allocate` (the donation to take from).
 */
export default function ManageDonationsPage() {
  const { query, set } = useQueryState();
  const nominationId = query.get('nominationId');
  const showFullyAllocated = query.get('showFullyAllocated') === 'true';
  const id = query.get('id') ?? '';
  const donations = useDonations({ hideFullyAllocated: !showFullyAllocated, id });
  return (
    <>
      <PageHeader title="Manage Donations" />
      {nominationId && <AllocatingBanner nominationId={nominationId} />}
      <FilterPanel>
        <FilterText
          label="ID"
          value={id}
          onChange={(text) => set({ id: text }, { replace: true })}
        />
        <FilterChecks>
          <Checkbox
            label="Show Fully Allocated"
            checked={showFullyAllocated}
            onChange={(event) =>
              set(
                { showFullyAllocated: event.currentTarget.checked ? 'true' : null },
                { replace: true },
              )
            }
          />
        </FilterChecks>
      </FilterPanel>
      <DataTable
        label="Donations"
        columns={donationColumns}
        rows={donations}
        loadingText="Loading donations."
        emptyText="There are no donations."
        emptyHint={
          !showFullyAllocated && (
            <p>Donations with nothing left to allocate are hidden by the filter.</p>
          )
        }
        errorText="The donations could not be loaded."
      />
      <DonationModal
        id={query.get('manage')}
        onClose={() => set({ manage: null, release: null }, { replace: true })}
      />
      <AllocateModal
        donationId={query.get('allocate')}
        nominationId={nominationId}
        onClose={() => set({ allocate: null }, { replace: true })}
      />
    </>
  );
}

function AllocatingBanner({ nominationId }: { nominationId: string }) {
  const { data, isError } = useNomination(nominationId);
  return (
    <aside className={classes.banner} aria-label="Allocating">
      {data && (
        <p>
          {`Allocating funds for ${data.nominee} | Cause: ${data.cause.name} | Allocated Amount: ${formatCents(data.allocatedAmount)}`}
        </p>
      )}
      {isError && <p>This nomination could not be loaded.</p>}
      <div className={classes.bannerLinks}>
        <Link to={paths.adminNominations}>Back to Nominations</Link>
      </div>
    </aside>
  );
}
