import { Button, NativeSelect } from '@mantine/core';
import { Link } from 'react-router';
import type { CardCosts, OperationsEntry } from '#contract/provider/card-costs.ts';
import { describeLately } from '#core/ledger/card-costs.ts';
import { describeOperations } from '#core/ledger/operations-kinds.ts';
import { graceDays } from '#core/ledger/promise.ts';
import { formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/provider/card-costs/card-costs-page.module.css';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Money } from '#web/shared/money.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

/** What payments by card cost, and who paid it. The address holds the dialog `add`. */
export default function CardCostsPage() {
  const costs = useEndpoint(endpoints.getCardCosts);
  const entries = usePages(endpoints.listOperationsEntries);
  const add = useModal('add');
  const mayWrite = useMay('money.write');
  return (
    <PageSections>
      <PageHeader title="Card Costs">
        <PageActions>
          {mayWrite && <Button onClick={() => add.open()}>Add or Withdraw Money</Button>}
          <ExportButton list="card-costs" query={{}} />
        </PageActions>
      </PageHeader>
      <WaitingRequests kind="top_up" />
      <PageLead>
        What the payment provider and the bank charge is never taken from donations for something
        else. It is paid from what donors add for it, from donations to a cause for running costs,
        and from what the charity puts in.
      </PageLead>
      {costs.isPending && (
        <div className={classes.room}>
          <ProgressRing />
        </div>
      )}
      <CallError call={costs} failed="The card costs could not be loaded." />
      {costs.data && <Totals costs={costs.data} />}
      <DataTable
        label="Card costs"
        columns={operationsEntryColumns}
        rows={entries}
        of="entries"
        loadingText="Loading card costs."
        emptyText="There are no card costs yet."
      />
      {mayWrite && <TopUpModal {...add.dialog} />}
    </PageSections>
  );
}

function Totals({
  costs: { balance, covered, donated, toppedUp, costs, belowSince, lately },
}: {
  costs: CardCosts;
}) {
  return (
    <>
      {belowSince !== null && (
        <Note>
          {`Since ${formatDate(belowSince)}, card costs are not paid for: ${formatCents(-balance)} is missing. After ${graceDays} days, pages and emails say so instead of promising 100%, until the charity has put it in.`}
        </Note>
      )}
      <DetailList
        rows={{
          'Left for Card Costs': (
            <strong>
              <Money cents={balance} />
            </strong>
          ),
          'Added by Donors': <Money cents={covered} />,
          'Paid From Donations for Running Costs': <Money cents={donated} />,
          'Put In by the Charity': <Money cents={toppedUp} />,
          'Costs So Far': <Money cents={costs} />,
          Lately: lately && describeLately(lately),
        }}
      />
    </>
  );
}

const operationsEntryColumns: Columns<OperationsEntry> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'What',
    onPhone: 'title',
    show: (entry) => (
      <div>
        {describeOperations(entry)}
        {entry.reason && <p className="soft">{entry.reason}</p>}
      </div>
    ),
  },
  {
    header: 'Where',
    onPhone: 'below',
    show: ({ donationId, nominationId }) => (
      <>
        {donationId && <Link to={paths.manageDonation(donationId)}>Show the donation</Link>}
        {nominationId && <Link to={paths.nominationWorkspace(nominationId)}>Show the expense</Link>}
      </>
    ),
  },
  { header: 'Booked By', onPhone: 'labeled', value: ({ actor }) => actor },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
];

/** Books money that the charity puts in for card costs, or takes out again. */
function TopUpModal(dialog: DialogProps) {
  return (
    <FormDialog
      {...dialog}
      title="Money for Card Costs"
      text="Book only money that nobody donated for something else. It moves at your bank, not here."
      action="Book"
      to={endpoints.topUpCardCosts}
      initialValues={{ direction: 'in', amount: '', reason: '' }}
      toBody={({ direction, amount, reason }) => ({
        direction: direction === 'out' ? ('out' as const) : ('in' as const),
        amount: parseAmount(amount) ?? 0,
        reason,
      })}
      check={({ amount }) => amountErrors(amount)}
      said={({ amount }) => `${formatCents(Math.abs(amount))} booked`}
    >
      {(form) => (
        <>
          <NativeSelect
            label="What"
            data={[
              { value: 'in', label: 'The charity puts money in' },
              { value: 'out', label: 'The charity takes money out' },
            ]}
            {...form.getInputProps('direction')}
          />
          <AmountField size="md" data-autofocus {...form.getInputProps('amount')} />
          <ReasonField
            description="Where it comes from, or why it leaves. Everybody on the team reads it."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
