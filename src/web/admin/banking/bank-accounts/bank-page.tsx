import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { AddAccountModal } from '#web/admin/banking/bank-accounts/account-modal.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { type Columns, ListTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Money } from '#web/shared/money.tsx';

/** The bank accounts of the charity. The address holds the dialog `add`. */
export default function BankPage() {
  const accounts = useEndpoint(endpoints.listBankAccounts);
  const add = useModal('add');
  const navigate = useNavigate();
  const mayWrite = useMay('money.write');
  return (
    <>
      <PageHeader title="Bank">
        {mayWrite && <Button onClick={() => add.open()}>Add Bank Account</Button>}
      </PageHeader>
      <PageLead>
        What the statements of your bank say, line by line. Nothing here moves money: it shows
        whether the bank has what the books have.
      </PageLead>
      <p>
        <TextLink to={paths.admin.bankLines}>Lines to Match</TextLink>
        {' · '}
        <TextLink to={paths.admin.announcedTransfers}>Announced Transfers</TextLink>
        {' · '}
        <TextLink to={paths.admin.bankMonths}>Months</TextLink>
      </p>
      <ListTable
        label="Bank accounts"
        columns={bankAccountColumns}
        rows={accounts}
        of="bank accounts"
        emptyText="There are no bank accounts yet."
        emptyHint={mayWrite && <p>Add one, and import the first statement of it.</p>}
      />
      {mayWrite && (
        <AddAccountModal
          {...add.dialog}
          onDone={({ id }) => navigate(paths.bankAccount(id), { replace: true })}
        />
      )}
    </>
  );
}

const bankAccountColumns: Columns<BankAccount> = [
  {
    header: 'Account',
    onPhone: 'title',
    show: ({ id, name }) => <Link to={paths.bankAccount(id)}>{name}</Link>,
  },
  { header: 'Number', onPhone: 'below', value: ({ number }) => number ?? 'Not known yet' },
  {
    header: 'Statements Until',
    onPhone: 'labeled',
    value: ({ lastDay, isClosed }) =>
      `${lastDay === null ? 'None yet' : formatDay(lastDay)}${isClosed ? ' (closed)' : ''}`,
  },
  {
    header: 'Balance',
    ...mainFigure,
    show: ({ closingCents }) => (closingCents === null ? '–' : <Money cents={closingCents} />),
  },
];
