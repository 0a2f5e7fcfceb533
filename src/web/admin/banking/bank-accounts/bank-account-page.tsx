import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { EditAccountModal } from '#web/admin/banking/bank-accounts/account-modal.tsx';
import { lineColumns } from '#web/admin/banking/bank-statements/columns.tsx';
import { ImportModal } from '#web/admin/banking/bank-statements/import-modal.tsx';
import { StatementsSection } from '#web/admin/banking/bank-statements/statements-section.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths, readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const back = { to: paths.admin.bank, text: 'Back to Bank' };

/** One bank account, its statements, and their lines. The address holds the dialogs: `import`, `edit`, and `remove`. */
export default function BankAccountPage() {
  const { id: idInPath = '' } = useParams();
  const id = readId<BankAccountId>(idInPath);
  const accounts = useEndpoint(endpoints.listBankAccounts);
  const account = accounts.data?.find((one) => one.id === id);
  usePageTitle(account?.name);
  if (account) return <Details account={account} />;
  return (
    <>
      <PageHeader title="Bank Account" back={back} />
      {accounts.isPending ? (
        <ProgressRing />
      ) : (
        <ErrorNotice
          text="This bank account could not be loaded."
          onRetry={() => void accounts.refetch()}
        />
      )}
    </>
  );
}

function Details({ account }: { account: BankAccount }) {
  const { id, name, number, isClosed, firstDay, lastDay, closingCents } = account;
  const lines = usePages(endpoints.listBankLines, { params: { id }, query: {} });
  const importing = useModal('import');
  const edit = useModal('edit');
  const mayWrite = useMay('money.write');
  return (
    <PageSections>
      <PageHeader
        title={name}
        eyebrow={isClosed ? 'Closed bank account' : 'Bank account'}
        back={back}
      >
        <PageActions>
          {mayWrite && (
            <>
              {!isClosed && <Button onClick={() => importing.open()}>Import Statements</Button>}
              <Button variant="default" onClick={() => edit.open()}>
                Edit
              </Button>
            </>
          )}
          <ExportButton list="bank-lines" query={{ accountId: id }} />
        </PageActions>
      </PageHeader>
      <DetailList
        rows={{
          Number: { copied: number },
          Statements:
            firstDay !== null &&
            lastDay !== null &&
            `${formatDay(firstDay)} to ${formatDay(lastDay)}`,
          Balance: closingCents !== null && <Money cents={closingCents} />,
        }}
      />
      <StatementsSection id={id} mayRemove={mayWrite && !isClosed} />
      <TitledSection title="Lines">
        <DataTable
          label="Lines"
          columns={lineColumns}
          rows={lines}
          of="lines"
          emptyText="No lines are imported yet."
        />
      </TitledSection>
      {mayWrite && (
        <>
          <ImportModal account={account} {...importing.dialog} />
          <EditAccountModal account={account} {...edit.dialog} />
        </>
      )}
    </PageSections>
  );
}
