import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import {
  type ExpectedDonationState,
  expectedDonationWords,
  type saidStates,
} from '#core/giving/expected-donations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { actionsHeading, type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths } from '#web/client/paths.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<ExpectedDonationState, StatusShape> = {
  claimed: 'ring',
  confirmed: 'dot',
  paid: 'tick',
  refused: 'cross',
  expired: 'stop',
};

export const expectedColumns: Columns<ExpectedDonation> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Who',
    onPhone: 'title',
    show: (donation) => (
      <>
        {donation.organization}
        <p className="soft">
          {donation.kind === 'employer' ? 'Employer of ' : 'Fund, advised by '}
          {donation.person || 'somebody who was erased'}
        </p>
        {donation.note !== '' && <p className="as-typed above-1 small max-28">{donation.note}</p>}
        {donation.isAnonymous && <StatusMark shape="ring" word="Anonymous" />}
      </>
    ),
  },
  {
    header: 'Donations',
    onPhone: 'below',
    show: ({ donationId, paidDonationId }) => (
      <>
        {donationId && <Link to={paths.manageDonation(donationId)}>What is matched</Link>}
        {paidDonationId && (
          <div>
            <Link to={paths.manageDonation(paidDonationId)}>What was paid</Link>
          </div>
        )}
      </>
    ),
  },
  {
    header: 'Expected',
    ...figure,
    value: ({ expectedAmount }) => (expectedAmount === null ? '–' : formatCents(expectedAmount)),
  },
  {
    header: 'State',
    onPhone: 'aside',
    show: ({ state }) => <StatusMark shape={shapes[state]} word={expectedDonationWords[state]} />,
  },
];

/** The same, with actions for whoever may change them. */
export const changeableExpectedColumns: Columns<ExpectedDonation> = [
  ...expectedColumns,
  { ...actionsHeading, show: (expected) => <ExpectedActions expected={expected} /> },
];

function ExpectedActions({
  expected: { id, state, organization },
}: {
  expected: ExpectedDonation;
}) {
  const set = useSend(endpoints.setExpectedDonationState, { said: 'The state was changed' });
  const pay = useModal('pay');
  const edit = useModal('edit');
  const say = (saidState: (typeof saidStates)[number]) =>
    set.mutate({ params: { id }, body: { saidState } });
  const isOpen = state === 'claimed' || state === 'confirmed';
  return (
    <RowActions>
      {state === 'claimed' && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Confirm ${organization}`}
          onClick={() => say('confirmed')}
        >
          Confirm
        </Button>
      )}
      {isOpen && (
        <Button size="sm" aria-label={`Paid by ${organization}`} onClick={() => pay.open(id)}>
          Paid
        </Button>
      )}
      {isOpen && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Refused by ${organization}`}
          onClick={() => say('refused')}
        >
          Refused
        </Button>
      )}
      {!isOpen && (
        <Button
          size="sm"
          variant="default"
          aria-label={`Expect again from ${organization}`}
          onClick={() => say('claimed')}
        >
          Expect Again
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={`Edit what is expected of ${organization}`}
        onClick={() => edit.open(id)}
      >
        Edit
      </Button>
    </RowActions>
  );
}
