import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DonationSummary, listDonations } from '#contract/giving/donations.ts';
import type { DonationId, DonorId, NominationId, PlanId } from '#contract/ids.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { idPrefix, isPaymentId } from '#core/platform/typed-ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { donationColumns } from '#web/admin/giving/donations/columns.tsx';
import { DonationModal } from '#web/admin/giving/donations/donation-modal.tsx';
import { IssueReceiptsModal } from '#web/admin/giving/donations/issue-receipts-modal.tsx';
import {
  describeDonation,
  SendReceiptsModal,
} from '#web/admin/giving/donations/send-receipts-modal.tsx';
import { describePlan } from '#web/admin/plans/plans/describe-plan.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { type List, useList } from '#web/admin/shared/use-list.ts';
import { AllocateModal } from '#web/admin/spending/allocations/allocate-modal.tsx';
import { AllocateSelectedModal } from '#web/admin/spending/allocations/allocate-selected-modal.tsx';
import { Banner, BannerLinks } from '#web/admin/ui/banner.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { SelectionBar } from '#web/admin/ui/selection-bar.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { useSelection } from '#web/admin/ui/use-selection.ts';
import { readId } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

type Donations = List<typeof listDonations>;

/** Those with nothing left to allocate are hidden unless the address says so. */
const showFullyAllocated = {
  read: (query: URLSearchParams) =>
    query.get('showFullyAllocated') === 'true' ? undefined : 'true',
  write: (value?: string) => ({ showFullyAllocated: value === undefined ? 'true' : null }),
};

/**
 * The donations, and allocating from and to them. The address holds all state: the filters, `manage` (the donation
 * shown), `nominationId` (the nomination to allocate for), and `allocate` (the donation to allocate from).
 */
export default function DonationsPage() {
  const { query } = useQueryState();
  const allocate = useModal('allocate');
  const nominationId = readId<NominationId>(query.get('nominationId'));
  const list = useList(endpoints.listDonations, {
    inAddress: { hideFullyAllocated: showFullyAllocated },
    // Those that can go to the nomination come first.
    firstFor: nominationId,
  });
  const { donorId, planId, id } = list.values;
  const mayReadContacts = useMay('contacts.read');
  const testDonations = useEndpoint(
    endpoints.listTestDonations,
    mayReadContacts ? { query: { limit: 1 } } : null,
  );
  const hasTestDonations = (testDonations.data?.length ?? 0) > 0;
  const selection = useSelection(list.rows, list.filter);
  const mayPropose = useMay('allocations.propose');
  const mayChange = useMay('money.write');
  const maySelect = mayPropose || mayChange;
  // Not in the address, because what is selected is not there, either.
  const [dialog, setDialog] = useState<'allocate' | 'receipts' | 'issue' | null>(null);
  const closeDialog = () => setDialog(null);
  return (
    <>
      <PageHeader title="Manage Donations">
        {mayReadContacts && (
          <LinkButton to={paths.admin.imports} variant="default">
            Import Donations
          </LinkButton>
        )}
        <ExportButton list="donations" query={list.filter} />
      </PageHeader>
      {hasTestDonations && (
        <PageLead>
          <TextLink to={paths.admin.testDonations}>Test donations</TextLink> from before this site
          took real payments are listed separately. They are part of no total.
        </PageLead>
      )}
      {nominationId && <AllocatingBanner nominationId={nominationId} />}
      {donorId && <DonorBanner donorId={readId(donorId)} />}
      {planId && <PlanBanner planId={readId(planId)} />}
      <ListFilters
        list={list}
        fields={{
          causeId: {},
          id: {},
          amount: {},
          from: {},
          to: {},
          order: {
            label: nominationId ? 'Order (those that fit come first)' : 'Order',
            words: {
              newest: 'Newest first',
              oldest: 'Oldest first',
              largest: 'Largest first',
              smallest: 'Smallest first',
            },
          },
          hideFullyAllocated: { label: 'Show Fully Allocated', isInverted: true },
        }}
      />
      {maySelect && (
        <SelectionBar selection={selection} of="donations" sumUp={describeMoney}>
          <IfMay right="allocations.propose">
            <Button size="sm" onClick={() => setDialog('allocate')}>
              Allocate
            </Button>
          </IfMay>
          <IfMay right="money.write">
            <Button size="sm" variant="default" onClick={() => setDialog('receipts')}>
              Send Receipts Again
            </Button>
            <Button size="sm" variant="default" onClick={() => setDialog('issue')}>
              Issue Receipts
            </Button>
          </IfMay>
        </SelectionBar>
      )}
      <DataTable
        label="Donations"
        selectable={maySelect ? { selection, nameOf: describeDonation } : undefined}
        columns={donationColumns}
        rows={list.rows}
        of="donations"
        emptyText={
          id !== undefined && !mayBeHidden(list)
            ? 'This is not the ID of a donation.'
            : 'There are no donations.'
        }
        emptyHint={<EmptyHint list={list} />}
      />
      <DonationModal />
      <IfMay right="money.write">
        <SendReceiptsModal
          donations={selection.rows}
          opened={dialog === 'receipts'}
          onClose={closeDialog}
        />
        <IssueReceiptsModal
          donations={selection.rows}
          opened={dialog === 'issue'}
          onClose={closeDialog}
        />
      </IfMay>
      <IfMay right="allocations.propose">
        <AllocateSelectedModal
          donations={selection.rows}
          nominationId={nominationId}
          opened={dialog === 'allocate'}
          onClose={closeDialog}
          onBooked={selection.clear}
        />
      </IfMay>
      <IfMay right="allocations.propose">
        <AllocateModal
          donationId={readId<DonationId>(allocate.value)}
          nominationId={nominationId}
          onClose={allocate.close}
        />
      </IfMay>
    </>
  );
}

/** How much the selected donations are, and what of it can be allocated. */
function describeMoney(donations: DonationSummary[]): string {
  const all = sumCents(donations.map(({ amount }) => amount));
  const available = sumCents(donations.map(({ availableAmount }) => availableAmount));
  return `${formatCents(all)}, of which ${formatCents(available)} can be allocated`;
}

/** Whether another filter may hide the donation that somebody looks for by its ID. */
function mayBeHidden({ values: { id }, isFiltered }: Donations): boolean {
  return id !== undefined && (idPrefix(id) !== null || isPaymentId(id)) && isFiltered('id');
}

/** How to get donations into an empty list: other filters first, then the page to donate on. */
function EmptyHint({ list }: { list: Donations }) {
  if (!list.isFiltered()) {
    return (
      <p>
        They appear here as soon as a payment is confirmed, at the{' '}
        <Link to={paths.donate}>donation page</Link>.
      </p>
    );
  }
  if (mayBeHidden(list)) {
    return (
      <>
        <p>The other filters may hide the donation with this ID.</p>
        <TextButton onClick={() => list.showAll('id')}>Look for it among all donations</TextButton>
      </>
    );
  }
  return (
    <>
      <p>
        {list.values.hideFullyAllocated
          ? 'Donations with nothing left to allocate are hidden, and other filters may hide more.'
          : 'The filters may be hiding some.'}
      </p>
      <TextButton onClick={() => list.showAll()}>Show all donations</TextButton>
    </>
  );
}

/** Says whose donations these are. */
function DonorBanner({ donorId }: { donorId: DonorId }) {
  const { set } = useQueryState();
  const mayRead = useMay('contacts.read');
  const { data } = useEndpoint(endpoints.getDonor, mayRead ? { params: { id: donorId } } : null);
  return (
    <Banner label="Donor">
      <p>{`Donations of ${data ? `${data.firstName} ${data.lastName}` : 'one donor'}`}</p>
      <BannerLinks>
        <TextButton onClick={() => set({ donorId: null })}>Show all donors’ donations</TextButton>
        {data && <TextLink to={paths.donor(data.id)}>About this donor</TextLink>}
      </BannerLinks>
    </Banner>
  );
}

/** Says which recurring donation these are payments of. */
function PlanBanner({ planId }: { planId: PlanId }) {
  const { set } = useQueryState();
  const { data } = useEndpoint(endpoints.getPlan, { params: { id: planId } });
  return (
    <Banner label="Recurring donation">
      <p>{`Donations of ${data ? describePlan(data) : 'one recurring donation'}`}</p>
      <BannerLinks>
        <TextButton onClick={() => set({ planId: null })}>Show all donations</TextButton>
        <TextLink to={paths.plan(planId)}>About this recurring donation</TextLink>
      </BannerLinks>
    </Banner>
  );
}

function AllocatingBanner({ nominationId }: { nominationId: NominationId }) {
  const { query, set } = useQueryState();
  const { data, isError } = useEndpoint(endpoints.getNomination, { params: { id: nominationId } });
  return (
    <Banner label="Allocating">
      {data && (
        <p>
          {`Allocating funds for ${data.nominee} | Cause: ${data.cause.name} | Allocated Amount: ${formatCents(data.allocatedAmount)}`}
        </p>
      )}
      {isError && <p>This nomination could not be loaded.</p>}
      <BannerLinks>
        {data &&
          (query.get('causeId') === data.cause.id ? (
            <TextButton onClick={() => set({ causeId: null })}>
              Show donations for all causes
            </TextButton>
          ) : (
            <TextButton onClick={() => set({ causeId: data.cause.id, showFullyAllocated: null })}>
              Show only donations that can go to it
            </TextButton>
          ))}
        <TextLink to={paths.admin.nominations}>Back to Nominations</TextLink>
      </BannerLinks>
    </Banner>
  );
}
