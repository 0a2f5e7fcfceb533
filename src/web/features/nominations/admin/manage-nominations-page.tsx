import { Link } from 'react-router';
import { formatCents } from '#core/money.ts';
import { AllocateModal } from '#web/features/allocations/admin/allocate-modal.tsx';
import { useDonation } from '#web/features/donations/admin/queries.ts';
import { nominationColumns } from '#web/features/nominations/admin/columns.tsx';
import {
  NominationFiltersForm,
  readNominationFilters,
} from '#web/features/nominations/admin/nomination-filters-form.tsx';
import { NominationModal } from '#web/features/nominations/admin/nomination-modal.tsx';
import { useNominations } from '#web/features/nominations/admin/queries.ts';
import { paths } from '#web/paths.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/**
 * Filters, the open dialog and the allocating mode all stand in the address: the filters, `manage` (the
 * nomination shown), `donationId` (allocating from it) and `allocate` (the nomination to give to).
 */
export default function ManageNominationsPage() {
  const { query, set } = useQueryState();
  const donationId = query.get('donationId');
  const nominations = useNominations(readNominationFilters(query));
  return (
    <>
      <PageHeader title="Manage Nominations" />
      {donationId && <AllocatingBanner donationId={donationId} />}
      <NominationFiltersForm />
      <DataTable
        label="Nominations"
        columns={nominationColumns}
        rows={nominations}
        loadingText="Loading nominations."
        emptyText="There are no nominations."
        emptyHint={<p>The filters may be hiding some.</p>}
        errorText="The nominations could not be loaded."
      />
      <NominationModal
        id={query.get('manage')}
        onClose={() => set({ manage: null, release: null }, { replace: true })}
      />
      <AllocateModal
        donationId={donationId}
        nominationId={query.get('allocate')}
        onClose={() => set({ allocate: null }, { replace: true })}
      />
    </>
  );
}

function AllocatingBanner({ donationId }: { donationId: string }) {
  const { set } = useQueryState();
  const { data, isError } = useDonation(donationId);
  return (
    <aside className={classes.banner} aria-label="Allocating">
      {data && (
        <p>{`Allocating from ${formatCents(data.availableAmount)} | Cause: ${data.cause.name}`}</p>
      )}
      {isError && <p>This donation could not be loaded.</p>}
      <div className={classes.bannerLinks}>
        {data && (
          <button
            type="button"
            className={classes.linkLike}
            onClick={() => set({ causeId: data.cause.id, pending: 'false' }, { replace: true })}
          >
            Show only what it can go to
          </button>
        )}
        <Link to={paths.adminDonations}>Back to Donations</Link>
      </div>
    </aside>
  );
}
