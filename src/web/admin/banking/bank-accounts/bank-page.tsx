import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { AddAccountModal } from '#web/admin/banking/bank-accounts/account-modal.tsx';
import { bankAccountColumns } from '#web/admin/banking/bank-accounts/columns.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { ListTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths } from '#web/client/paths.ts';

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
