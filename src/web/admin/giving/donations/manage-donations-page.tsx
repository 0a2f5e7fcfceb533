import { Link } from 'react-router';
import { formatCents } from '#core/money.ts';
import { AllocateModal } from '#web/admin/spending/allocations/allocate-modal.tsx';
import { donationColumns } from '#web/admin/giving/donations/columns.tsx';
import {
  DonationFiltersForm,
  readDonationFilters,
} from '#web/admin/giving/donations/donation-filter-panel.tsx';
import { DonationModal } from '#web/admin/giving/donations/donation-details.tsx';
import { useDonations } from '#web/admin/queries/donations.ts';
import { useNomination } from '#web/admin/queries/nominations.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/**
 * Filters, the open dialog and the allocating mode all stand in the address: the filters, `manage` (the
 * donation shown), `nominationId` (allocating for it) and `allocate` (the donation to take from).
 */
export default function ManageDonationsPage() {
  const { query, close } = useQueryState();
  const nominationId = query.get('nominationId');
  const donations = useDonations(readDonationFilters(query));
  return (
    <>
      <PageHeader title="Manage Donations" />
      {nominationId && <AllocatingBanner nominationId={nominationId} />}
      <DonationFiltersForm />
      <DataTable
        label="Donations"
        columns={donationColumns}
        rows={donations}
        loadingText="Loading donations."
        emptyText="There are no donations."
        emptyHint={<EmptyHint />}
        errorText="The donations could not be loaded."
      />
      <DonationModal
        id={query.get('manage')}
        onClose={() => close('manage', 'release', 'replace', 'refund')}
      />
      <AllocateModal
        donationId={query.get('allocate')}
        nominationId={nominationId}
        onClose={() => close('allocate')}
      />
    </>
  );
}

/** What could bring donations into an empty list: other filters first, then the page to give on. */
function EmptyHint() {
  const { query, set } = useQueryState();
  const { hideFullyAllocated, causeId, id } = readDonationFilters(query);
  if (!hideFullyAllocated && !causeId && !id) {
    return (
      <p>
        They appear here as soon as a payment is confirmed, at the{' '}
        <Link to={paths.donate}>donation page</Link>.
      </p>
    );
  }
  return (
    <>
      <p>
        {hideFullyAllocated
          ? 'Donations with nothing left to allocate are hidden, and other filters may hide more.'
          : 'The filters may be hiding some.'}
      </p>
      <button
        type="button"
        className={classes.linkLike}
        onClick={() => set({ showFullyAllocated: 'true', causeId: null, id: null })}
      >
        Show all donations
      </button>
    </>
  );
}

function AllocatingBanner({ nominationId }: { nominationId: string }) {
  const { query, set } = useQueryState();
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
        {data &&
          (query.get('causeId') === data.cause.id ? (
            <button
              type="button"
              className={classes.linkLike}
              onClick={() => set({ causeId: null })}
            >
              Show donations for all causes
            </button>
          ) : (
            <button
              type="button"
              className={classes.linkLike}
              onClick={() => set({ causeId: data.cause.id, showFullyAllocated: null })}
            >
              Show only donations that can go to it
            </button>
          ))}
        <Link to={paths.adminNominations}>Back to Nominations</Link>
      </div>
    </aside>
  );
}
