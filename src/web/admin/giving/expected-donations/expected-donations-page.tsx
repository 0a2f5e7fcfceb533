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
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { AddExpectedModal } from '#web/admin/giving/expected-donations/add-expected-modal.tsx';
import { EditExpectedModal } from '#web/admin/giving/expected-donations/edit-expected-modal.tsx';
import { ExpectedPaymentModal } from '#web/admin/giving/expected-donations/expected-payment-modal.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { actionsHeading, type Columns, DataTable, figure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

/** What employers and funds are expected to give. The address holds the dialogs `add`, `pay`, and `edit`. */
export default function ExpectedDonationsPage() {
  const expected = usePages(endpoints.listExpectedDonations);
  const mayWrite = useMay('money.write');
  const add = useModal('add');
  const pay = useModal('pay');
  const edit = useModal('edit');
  const rows = expected.data?.pages.flatMap(({ items }) => items);
  const paying = rows?.find(({ id }) => id === pay.value);
  const edited = rows?.find(({ id }) => id === edit.value);
  return (
    <>
      <PageHeader title="Expected Donations">
        <PageActions>
          {mayWrite && <Button onClick={() => add.open()}>Expect a Fund</Button>}
          <ExportButton list="expected-donations" query={{}} />
        </PageActions>
      </PageHeader>
      <PageLead>
        Employers who may match a donation, and donor-advised funds that somebody asked to give.
        What they pay is a donation of its own, with the employer or the fund as its donor, such as
        a line of a deposit: link it here once it is booked. No money moves on this page.
      </PageLead>
      <DataTable
        label="Expected donations"
        columns={mayWrite ? changeableExpectedColumns : expectedColumns}
        rows={expected}
        of="expected donations"
        emptyText="Nothing is expected."
      />
      {mayWrite && <AddExpectedModal {...add.dialog} />}
      {mayWrite && paying && <ExpectedPaymentModal expected={paying} {...pay.dialog} />}
      {mayWrite && edited && <EditExpectedModal expected={edited} {...edit.dialog} />}
    </>
  );
}

const shapes: Record<ExpectedDonationState, StatusShape> = {
  claimed: 'ring',
  confirmed: 'dot',
  paid: 'tick',
  refused: 'cross',
  expired: 'stop',
};

const expectedColumns: Columns<ExpectedDonation> = [
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
const changeableExpectedColumns: Columns<ExpectedDonation> = [
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
