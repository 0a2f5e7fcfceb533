import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { idPrefix } from '#core/platform/typed-ids.ts';
import { readReference } from '#core/vetting/nomination-reference.ts';
import { nominationStatuses } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { AllocateModal } from '#web/admin/spending/allocations/allocate-modal.tsx';
import { Banner, BannerLinks } from '#web/admin/ui/banner.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { SelectionBar } from '#web/admin/ui/selection-bar.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { useSelection } from '#web/admin/ui/use-selection.ts';
import { nominationColumns } from '#web/admin/vetting/nominations/columns.tsx';
import {
  AskManyModal,
  StartCheckingModal,
} from '#web/admin/vetting/nominations/many-nominations-modals.tsx';
import {
  NominationFilterPanel,
  type NominationFilters,
  nominationQuery,
  readNominationFilters,
} from '#web/admin/vetting/nominations/nomination-filter-panel.tsx';
import { NominationModal } from '#web/admin/vetting/nominations/nomination-modal.tsx';
import { paths, readId } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/**
 * The address holds all state: the filters, `manage` (the nomination shown), `donationId` (the donation to
 * allocate from), and `allocate` (the nomination to allocate for).
 */
export default function ManageNominationsPage() {
  const { query } = useQueryState();
  const allocate = useModal('allocate');
  const donationId = readId<DonationId>(query.get('donationId'));
  const filters = readNominationFilters(query);
  // Those that the donation can go to come first.
  const nominations = usePages(endpoints.listNominations, {
    query: { ...nominationQuery(filters), firstFor: donationId ?? undefined },
  });
  const selection = useSelection(nominations, filters);
  const mayDecide = useMay('nominations.decide');
  // Not in the address, because what is selected is not there, either.
  const [dialog, setDialog] = useState<'ask' | 'check' | null>(null);
  const many = { nominations: selection.rows, onClose: () => setDialog(null) };
  return (
    <>
      <PageHeader title="Manage Nominations">
        <ExportButton list="nominations" query={nominationQuery(filters)} />
      </PageHeader>
      {donationId && <AllocatingBanner donationId={donationId} />}
      <NominationFilterPanel />
      {mayDecide && (
        <SelectionBar selection={selection} of="nominations">
          <Button size="sm" onClick={() => setDialog('ask')}>
            Ask the Nominators
          </Button>
          <Button size="sm" variant="default" onClick={() => setDialog('check')}>
            Start Checking
          </Button>
        </SelectionBar>
      )}
      <DataTable
        label="Nominations"
        selectable={mayDecide ? { selection, nameOf: ({ nominee }) => nominee } : undefined}
        columns={nominationColumns}
        rows={nominations}
        loadingText="Loading nominations."
        emptyText={
          isNoNomination(filters)
            ? 'This is not the ID of a nomination.'
            : 'There are no nominations.'
        }
        emptyHint={<EmptyHint />}
        errorText="The nominations could not be loaded."
      />
      <NominationModal />
      {mayDecide && (
        <>
          <AskManyModal {...many} opened={dialog === 'ask'} />
          <StartCheckingModal {...many} opened={dialog === 'check'} />
        </>
      )}
      <IfMay right="allocations.propose">
        <AllocateModal
          donationId={donationId}
          nominationId={readId<NominationId>(allocate.value)}
          onClose={allocate.close}
        />
      </IfMay>
    </>
  );
}

/** Whether no nomination can have the ID of an empty list: it is no ID, or no other filter hides anything. */
function isNoNomination(filters: NominationFilters): boolean {
  return filters.id !== '' && !mayBeHidden(filters);
}

/** Whether another filter may hide the nomination that somebody looks for by its ID. */
function mayBeHidden(filters: NominationFilters): boolean {
  const { id } = filters;
  const canBeOne = idPrefix(id) !== null || readReference(id) !== null;
  return id !== '' && canBeOne && !isUnfiltered(filters);
}

/** Whether no filter but the one by ID hides anything. */
function isUnfiltered({
  statuses,
  nominee,
  causeId,
  vettingState,
  waitsFor,
}: NominationFilters): boolean {
  const isEvery = statuses.length === nominationStatuses.length;
  return isEvery && !nominee && !causeId && !vettingState && !waitsFor;
}

const noOtherFilter = { nominee: null, causeId: null, check: null, waitsFor: null };

/** How to get nominations into an empty list: other filters first, then the page to nominate on. */
function EmptyHint() {
  const { query, set } = useQueryState();
  const filters = readNominationFilters(query);
  if (isUnfiltered(filters) && !filters.id) {
    return (
      <p>
        They appear here as soon as someone submits the{' '}
        <Link to={paths.nominate}>nomination form</Link>.
      </p>
    );
  }
  const everyStatus = Object.fromEntries(nominationStatuses.map((status) => [status, 'true']));
  if (mayBeHidden(filters)) {
    return (
      <>
        <p>The other filters may hide the nomination with this ID.</p>
        <TextButton onClick={() => set({ ...everyStatus, ...noOtherFilter })}>
          Look for it among all nominations
        </TextButton>
      </>
    );
  }
  return (
    <>
      <p>The filters may be hiding some.</p>
      <TextButton onClick={() => set({ ...everyStatus, ...noOtherFilter, id: null })}>
        Show all nominations
      </TextButton>
    </>
  );
}

function AllocatingBanner({ donationId }: { donationId: DonationId }) {
  const { query, set } = useQueryState();
  const { data, isError } = useEndpoint(endpoints.getDonation, { params: { id: donationId } });
  const isNarrowed = query.get('causeId') === data?.cause.id;
  return (
    <Banner label="Allocating">
      {data && (
        <p>{`Allocating from ${formatCents(data.availableAmount)} | Cause: ${data.cause.name}`}</p>
      )}
      {isError && <p>This donation could not be loaded.</p>}
      <BannerLinks>
        {data &&
          (isNarrowed ? (
            <TextButton onClick={() => set({ causeId: null, pending: null })}>
              Show nominations for all causes
            </TextButton>
          ) : (
            <TextButton onClick={() => set({ causeId: data.cause.id, pending: 'false' })}>
              Show only nominations it can go to
            </TextButton>
          ))}
        <TextLink to={paths.admin.donations}>Back to Donations</TextLink>
      </BannerLinks>
    </Banner>
  );
}
