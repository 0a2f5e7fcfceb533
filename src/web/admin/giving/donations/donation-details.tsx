import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Donation } from '#contract/giving/donations.ts';
import { sourceWords } from '#core/giving/donation-sources.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { AnonymitySection } from '#web/admin/giving/donations/anonymity-section.tsx';
import { BindingSection } from '#web/admin/giving/donations/binding-section.tsx';
import { DedicationSection } from '#web/admin/giving/donations/dedication-section.tsx';
import { DeficitNotice } from '#web/admin/giving/donations/deficit-notice.tsx';
import { ReceiptsSection } from '#web/admin/giving/donations/receipts-section.tsx';
import { ReturnsTable } from '#web/admin/payments/refunds/returns-table.tsx';
import { ContactDetails, donorName, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { ReleaseButton } from '#web/admin/spending/allocations/release-button.tsx';
import { actionsHeading, type Columns, mainFigure, PlainTable } from '#web/admin/ui/data-table.tsx';
import { DetailList, DetailSection, DetailText } from '#web/admin/ui/detail-list.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Money } from '#web/shared/money.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** What there is about a donation, its allocations, and what can be done with it. */
export function DonationDetails({ donation }: { donation: Donation }) {
  const mayAllocate = useMay('allocations.write');
  const refund = useModal('manage.refund');
  const cause = useModal('manage.cause');
  const receipt = useModal('manage.receipt');
  const link = useModal('manage.link');
  const isWritable =
    donation.email === null ? donation.firstName === null : !isErasedAddress(donation.email);
  return (
    <>
      <WaitingRequests about={donation.id} />
      {donation.deficitAmount > 0 && <DeficitNotice donation={donation} />}
      <Summary donation={donation} />
      <BindingSection binding={donation.binding} />
      <DetailSection title="Description">
        {donation.description === null ? (
          <HiddenNote />
        ) : (
          <DetailText>
            {donation.description || (
              <span className="soft">The donor did not leave a message.</span>
            )}
          </DetailText>
        )}
      </DetailSection>
      <ContactDetails person={donation} />
      {donation.typed !== null && (
        <p className="soft">{`Typed with this donation: ${donation.typed}`}</p>
      )}
      <AnonymitySection donation={donation} />
      <DedicationSection dedication={donation.dedication} />
      <DetailSection title="Allocations">
        {donation.allocations.length === 0 ? (
          <p className="soft">Nothing is allocated from this donation.</p>
        ) : (
          <PlainTable
            label="Allocations of this donation"
            columns={mayAllocate ? movableAllocationColumns : allocationColumns}
            items={donation.allocations}
          />
        )}
      </DetailSection>
      {donation.refunds.length + donation.disputes.length > 0 && (
        <DetailSection title="Refunds and Disputes">
          <ReturnsTable donation={donation} />
        </DetailSection>
      )}
      <ReceiptsSection donation={donation} />
      {isWritable && (
        <IfMay right="money.write">
          <DetailSection title="Email to the Donor">
            <div className="row">
              <Button variant="default" onClick={() => receipt.open()}>
                Send the Receipt Again
              </Button>
              <Button variant="default" onClick={() => link.open()}>
                Send a New Private Link
              </Button>
            </div>
          </DetailSection>
        </IfMay>
      )}
      <DetailSection title="Reference">
        <DetailList
          rows={{
            ID: { copied: donation.id },
            Source: sourceWords[donation.source],
            'Recurring Donation': donation.planId !== null && (
              <Link to={paths.plan(donation.planId)}>Show the recurring donation</Link>
            ),
            'Received On': formatDay(donation.receivedOn),
            'Stripe ID': { copied: donation.paymentIntentId },
          }}
        />
      </DetailSection>
      <ModalActions>
        <IfMay right="allocations.propose">
          <LinkButton to={paths.allocateDonation(donation)} color="marigold">
            Allocate Funds
          </LinkButton>
        </IfMay>
        <IfMay right="money.write">
          <ReasonedButton
            variant="default"
            reason={reasonAgainstOtherCause(donation)}
            onClick={() => cause.open()}
          >
            Change the Cause
          </ReasonedButton>
          <ReasonedButton
            variant="default"
            reason={reasonAgainstRefund(donation)}
            onClick={() => refund.open()}
          >
            Refund
          </ReasonedButton>
        </IfMay>
      </ModalActions>
    </>
  );
}

function Summary({ donation }: { donation: Donation }) {
  return (
    <DetailList
      heading={{
        Donor:
          donation.donor === null ? (
            donorName(donation)
          ) : (
            <Link to={paths.donor(donation.donor.id)} title="Show the donor">
              {donorName(donation)}
            </Link>
          ),
      }}
      rows={{
        'In Public': donation.isAnonymous && <StatusMark shape="ring" word="Anonymous" />,
        Amount: <Money cents={donation.amount} />,
        'Available Amount': (
          <strong>
            <Money cents={donation.availableAmount} />
          </strong>
        ),
        'Spent Before': donation.spentBeforeAmount > 0 && (
          <>
            <Money cents={donation.spentBeforeAmount} />
            <p className="soft">It was spent before this donation was imported.</p>
          </>
        ),
        Returned: donation.returnedAmount > 0 && <Money cents={donation.returnedAmount} />,
        'Added for Card Costs': donation.cover > 0 && (
          <>
            <Money cents={donation.cover} />
            {donation.coverLeft < donation.cover && (
              <span className="soft">{` ${formatCents(donation.cover - donation.coverLeft)} went back`}</span>
            )}
          </>
        ),
        'Card Costs': donation.costs !== null && (
          <>
            <Money cents={donation.costs} />
            {donation.feeParts.length > 1 && (
              <p className="soft">
                {donation.feeParts
                  .map(({ description, amount }) => `${description}: ${formatCents(amount)}`)
                  .join('; ')}
              </p>
            )}
          </>
        ),
        Cause: (
          <>
            {donation.cause.name}
            {donation.formerCauses.map(({ name, until }) => (
              <p key={until} className="soft">{`${name} until ${formatDate(until)}`}</p>
            ))}
          </>
        ),
        Volunteer: donation.isAvailableToVolunteerTime ? 'Yes' : 'No',
        Date: formatDate(donation.createdAt),
      }}
    />
  );
}

const allocationColumns: Columns<Donation['allocations'][number]> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Nominee',
    onPhone: 'title',
    show: ({ nomination }) => (
      <Link to={paths.manageNomination(nomination.id)} title="Show the nomination">
        {nomination.nominee}
      </Link>
    ),
  },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];

/** The same, with actions for whoever may allocate. */
const movableAllocationColumns: Columns<Donation['allocations'][number]> = [
  ...allocationColumns,
  { ...actionsHeading, show: (allocation) => <AllocationActions allocation={allocation} /> },
];

function AllocationActions({ allocation }: { allocation: Donation['allocations'][number] }) {
  const replace = useModal('manage.replace');
  return (
    <RowActions>
      {/* What a completed nomination has left is released all at once, on its own page; another donation can take over. */}
      {!allocation.nomination.isCompleted && <ReleaseButton allocation={allocation} />}
      <Button variant="default" size="sm" onClick={() => replace.open(allocation.id)}>
        Move
      </Button>
    </RowActions>
  );
}

/** Only a whole donation goes to another cause; what else keeps it, the server says. */
function reasonAgainstOtherCause({
  allocations,
  returnedAmount,
  spentBeforeAmount,
  requestedRefunds,
  binding,
}: Donation): string | null {
  if (allocations.length > 0) return 'Some of it is allocated';
  if (returnedAmount + requestedRefunds > 0) return 'Some of it went back, or is about to';
  if (spentBeforeAmount > 0) return 'Some of it was spent before it was imported';
  return binding !== null && binding.releasedAt === null ? 'It is bound to a need' : null;
}

function reasonAgainstRefund({
  paymentIntentId,
  availableAmount,
  requestedRefunds,
}: Donation): string | null {
  if (paymentIntentId === null)
    return 'Not paid through a payment provider: what came in a deposit is reversed there';
  return availableAmount > requestedRefunds ? null : 'Nothing left to refund';
}
