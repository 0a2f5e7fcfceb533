import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type { listNominations } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { idPrefix } from '#core/platform/typed-ids.ts';
import { readReference } from '#core/vetting/nomination-reference.ts';
import { vettingStateNames } from '#core/vetting/nomination-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { type List, useList } from '#web/admin/shared/use-list.ts';
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
import { NominationModal } from '#web/admin/vetting/nominations/nomination-modal.tsx';
import { inAddress } from '#web/admin/vetting/nominations/nominations-filter.ts';
import { readId } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

type Nominations = List<typeof listNominations>;

/**
 * The nominations, and allocating to them. The address holds all state: the filters, `manage` (the nomination shown),
 * `donationId` (the donation to allocate from), and `allocate` (the nomination to allocate for).
 */
export default function NominationsPage() {
  const { query } = useQueryState();
  const allocate = useModal('allocate');
  const donationId = readId<DonationId>(query.get('donationId'));
  const list = useList(endpoints.listNominations, {
    inAddress,
    // Those that the donation can go to come first.
    firstFor: donationId,
  });
  const selection = useSelection(list.rows, list.filter);
  const mayDecide = useMay('nominations.decide');
  // Not in the address, because what is selected is not there, either.
  const [dialog, setDialog] = useState<'ask' | 'check' | null>(null);
  const many = { nominations: selection.rows, onClose: () => setDialog(null) };
  return (
    <>
      <PageHeader title="Manage Nominations">
        <ExportButton list="nominations" query={list.filter} />
      </PageHeader>
      {donationId && <AllocatingBanner donationId={donationId} />}
      <ListFilters
        list={list}
        fields={{
          nominee: {},
          causeId: {},
          vettingState: { words: { all: 'Any', ...vettingStateNames } },
          waitsFor: {
            words: {
              all: 'Any',
              appeal: 'A decision on an appeal',
              consent: 'Something about consent',
            },
          },
          id: {},
          status: {
            checks: {
              pending: 'Show Pending',
              accepted: 'Show Accepted',
              rejected: 'Show Rejected',
              completed: 'Show Completed',
            },
          },
          hasUnreadAnswer: { label: 'Only Unread Answers' },
        }}
      />
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
        rows={list.rows}
        of="nominations"
        emptyText={
          list.values.id !== undefined && !mayBeHidden(list)
            ? 'This is not the ID of a nomination.'
            : 'There are no nominations.'
        }
        emptyHint={<EmptyHint list={list} />}
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

/** Whether another filter may hide the nomination that somebody looks for by its ID. */
function mayBeHidden({ values: { id }, isFiltered }: Nominations): boolean {
  return id !== undefined && (idPrefix(id) ?? readReference(id)) !== null && isFiltered('id');
}

/** How to get nominations into an empty list: other filters first, then the page to nominate on. */
function EmptyHint({ list }: { list: Nominations }) {
  if (!list.isFiltered()) {
    return (
      <p>
        They appear here as soon as someone submits the{' '}
        <Link to={paths.nominate}>nomination form</Link>.
      </p>
    );
  }
  if (mayBeHidden(list)) {
    return (
      <>
        <p>The other filters may hide the nomination with this ID.</p>
        <TextButton onClick={() => list.showAll('id')}>
          Look for it among all nominations
        </TextButton>
      </>
    );
  }
  return (
    <>
      <p>The filters may be hiding some.</p>
      <TextButton onClick={() => list.showAll()}>Show all nominations</TextButton>
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
