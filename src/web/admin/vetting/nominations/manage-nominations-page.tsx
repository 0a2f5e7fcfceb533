import { Link } from 'react-router';
import { formatCents } from '#core/money.ts';
import { nominationStatuses } from '#core/nomination-status.ts';
import { AllocateModal } from '#web/admin/spending/allocations/allocate-modal.tsx';
import { useDonation } from '#web/admin/queries/donations.ts';
import { nominationColumns } from '#web/admin/vetting/nominations/columns.tsx';
import {
  NominationFiltersForm,
  readNominationFilters,
} from '#web/admin/vetting/nominations/nomination-filter-panel.tsx';
import { NominationModal } from '#web/features/nominations/admin/nomination-modal.tsx';
import { useNominations } from '#web/admin/queries/nominations.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/**
 * Filters, the open dialog and the allocating mode all stand in the address: the filters, `manage` (the
 * nomination shown), `donationId` (allocating from it) and `allocate` (the nomination to give to).
 */
export default function ManageNominationsPage() {
  const { query, close } = useQueryState();
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
        emptyHint={<EmptyHint />}
        errorText="The nominations could not be loaded."
      />
      <NominationModal id={query.get('manage')} onClose={() => close('manage', 'release')} />
      <AllocateModal
        donationId={donationId}
        nominationId={query.get('allocate')}
        onClose={() => close('allocate')}
      />
    </>
  );
}

/** What could bring nominations into an empty list: other filters first, then the page to nominate on. */
function EmptyHint() {
  const { query, set } = useQueryState();
  const { statuses, nominee, causeId, id } = readNominationFilters(query);
  if (statuses.length === nominationStatuses.length && !nominee && !causeId && !id) {
    return (
      <p>
        They appear here as soon as somebody sends the{' '}
        <Link to={paths.nominate}>nomination form</Link>.
      </p>
    );
  }
  const everyStatus = Object.fromEntries(nominationStatuses.map((status) => [status, 'true']));
  return (
    <>
      <p>The filters may be hiding some.</p>
      <button
        type="button"
        className={classes.linkLike}
        onClick={() => set({ ...everyStatus, nominee: null, causeId: null, id: null })}
      >
        Show all nominations
      </button>
    </>
  );
}

function AllocatingBanner({ donationId }: { donationId: string }) {
  const { query, set } = useQueryState();
  const { data, isError } = useDonation(donationId);
  const isNarrowed = query.get('causeId') === data?.cause.id;
  return (
    <aside className={classes.banner} aria-label="Allocating">
      {data && (
        <p>{`Allocating from ${formatCents(data.availableAmount)} | Cause: ${data.cause.name}`}</p>
      )}
      {isError && <p>This donation could not be loaded.</p>}
      <div className={classes.bannerLinks}>
        {data &&
          (isNarrowed ? (
            <button
              type="button"
              className={classes.linkLike}
              onClick={() => set({ causeId: null, pending: null })}
            >
              Show nominations for all causes
            </button>
          ) : (
            <button
              type="button"
              className={classes.linkLike}
              onClick={() => set({ causeId: data.cause.id, pending: 'false' })}
            >
              Show only nominations it can go to
            </button>
          ))}
        <Link to={paths.adminDonations}>Back to Donations</Link>
      </div>
    </aside>
  );
}
