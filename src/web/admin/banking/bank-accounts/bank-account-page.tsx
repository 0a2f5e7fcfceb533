import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { ListedLine } from '#contract/banking/bank-statements.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { EditAccountModal } from '#web/admin/banking/bank-accounts/account-modal.tsx';
import { ImportModal } from '#web/admin/banking/bank-statements/import-modal.tsx';
import { StatementsSection } from '#web/admin/banking/bank-statements/statements-section.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
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
      <WaitingRequests about={id} />
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

const lineColumns: Columns<ListedLine> = [
  { header: 'Booked', value: ({ bookedOn }) => formatDay(bookedOn) },
  {
    header: 'Paid By or To',
    onPhone: 'title',
    show: ({ counterparty, counterpartyAccount }) => (
      <>
        {counterparty || <span className="soft">Not named</span>}
        {counterpartyAccount !== '' && (
          <span className="soft smaller block">{counterpartyAccount}</span>
        )}
      </>
    ),
  },
  {
    header: 'Text',
    onPhone: 'below',
    show: ({ id, text, isReversal }) => (
      <span className="anywhere">
        <Link to={paths.bankLine(id)}>{text || 'Without a text'}</Link>
        {isReversal && <span className="soft smaller block">Reversal by the bank</span>}
      </span>
    ),
  },
  { header: 'Matched With', onPhone: 'labeled', show: (line) => describeMatch(line) },
  { header: 'Amount', ...mainFigure, show: ({ cents }) => <Money cents={cents} /> },
];

function describeMatch({ cents, matchedWith }: ListedLine) {
  if (matchedWith.length > 0) return matchedWith.join(', ');
  return <span className="soft">{cents === 0 ? 'Not needed' : 'Not matched yet'}</span>;
}
