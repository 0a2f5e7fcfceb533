import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { DepositSummary } from '#contract/giving/deposits.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { CountedFields, countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import { DepositMark } from '#web/admin/giving/deposits/deposit-mark.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Money } from '#web/shared/money.tsx';

/** Checks, cash, and transfers that the team enters. The address holds the dialog `add`. */
export default function DepositsPage() {
  const list = useList(endpoints.listDeposits);
  const add = useModal('add');
  const mayWrite = useMay('money.write');
  return (
    <>
      <PageHeader title="Deposits">
        <PageActions>
          {mayWrite && <Button onClick={() => add.open()}>Begin a Deposit</Button>}
          <ExportButton list="deposits" query={{}} />
        </PageActions>
      </PageHeader>
      <PageLead>
        Checks, cash, and transfers. Somebody enters what was counted and closes it. Only when it is
        confirmed, by another person if your{' '}
        <PageLink to={paths.settingsGroup('approvals')}>settings</PageLink> ask for two, do its
        lines become donations.
      </PageLead>
      <ListFilters list={list} fields={{ search: { label: 'Title or number of a check' } }} />
      <EndpointTable
        list={list}
        label="Deposits"
        columns={depositColumns}
        of="deposits"
        emptyText="There are no deposits yet."
        emptyHint={mayWrite && <p>Count what came in, and begin with the number and the total.</p>}
        filtered={{ text: 'No deposit is like this.', showAll: 'Show all deposits' }}
      />
      {mayWrite && <AddDepositModal {...add.dialog} />}
    </>
  );
}

const depositColumns: Columns<DepositSummary> = [
  {
    header: 'Deposit',
    onPhone: 'title',
    show: ({ id, title }) => <Link to={paths.deposit(id)}>{title}</Link>,
  },
  { header: 'Begun', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'State', onPhone: 'below', show: ({ state }) => <DepositMark state={state} /> },
  { header: 'Counted By', onPhone: 'labeled', value: ({ countedBy }) => countedBy },
  {
    header: 'Lines',
    ...figure,
    value: ({ count, expectedCount, state }) =>
      state === 'open' ? `${count} of ${expectedCount}` : String(count),
  },
  {
    header: 'Total',
    ...mainFigure,
    show: ({ expectedAmount }) => <Money cents={expectedAmount} />,
  },
];

/** Begins a deposit with what was counted. */
function AddDepositModal(dialog: DialogProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      {...dialog}
      title="Begin a Deposit"
      action="Begin"
      to={endpoints.addDeposit}
      said="The deposit was added"
      initialValues={{ title: '', expectedCount: '' as number | string, expectedAmount: '' }}
      toBody={({ title, expectedCount, expectedAmount }) => ({
        title,
        expectedCount: Number(expectedCount),
        expectedAmount: parseAmount(expectedAmount) ?? 0,
      })}
      check={({ expectedAmount }) => countedErrors(expectedAmount)}
      onDone={({ id }) => navigate(paths.deposit(id), { replace: true })}
    >
      {(form) => (
        <>
          <p className="soft">
            Count first, then enter: the deposit can be closed once the lines come to what was
            counted.
          </p>
          <CountedFields inputProps={(name) => form.getInputProps(name)} />
        </>
      )}
    </FormDialog>
  );
}
