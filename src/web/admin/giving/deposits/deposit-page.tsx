import { useParams } from 'react-router';
import type { Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AlikeSection } from '#web/admin/giving/deposits/alike-section.tsx';
import { ConfirmSection } from '#web/admin/giving/deposits/confirm-section.tsx';
import { DepositLines } from '#web/admin/giving/deposits/deposit-lines.tsx';
import { DepositMark } from '#web/admin/giving/deposits/deposit-mark.tsx';
import { OpenDepositForm } from '#web/admin/giving/deposits/open-deposit-form.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageSections } from '#web/admin/ui/page-sections.tsx';
import { paths, readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

const back = { to: paths.admin.deposits, text: 'Back to Deposits' };

/** One deposit: entered, confirmed, or looked at. The address holds the dialogs: `delete`, `send-back`, `return`. */
export default function DepositPage() {
  const { id: idInPath = '' } = useParams();
  const deposit = useEndpoint(endpoints.getDeposit, {
    params: { id: readId<DepositId>(idInPath) },
  });
  usePageTitle(deposit.data?.title);
  if (deposit.data) return <Details deposit={deposit.data} />;
  return (
    <>
      <PageHeader title="Deposit" back={back} />
      <CallState call={deposit} failed="This deposit could not be loaded." />
    </>
  );
}

function Details({ deposit }: { deposit: Deposit }) {
  const { id, title, state, countedBy, closed, confirmed, sentBack } = deposit;
  const { expectedCount, expectedAmount } = deposit;
  const mayWrite = useMay('money.write');
  return (
    <PageSections>
      <PageHeader title={title} eyebrow="Deposit" back={back}>
        <ExportButton list="deposits" query={{ depositId: id }} />
      </PageHeader>
      <DetailList
        rows={{
          State: <DepositMark state={state} />,
          Counted: (
            <>
              {`${countOf(expectedCount, 'line')}, `}
              <Money cents={expectedAmount} />
              {`, by ${countedBy}`}
            </>
          ),
          Closed: closed && `${closed.name}, ${formatDate(closed.at)}`,
          Confirmed: confirmed && `${confirmed.name}, ${formatDate(confirmed.at)}`,
          'Sent Back':
            sentBack &&
            state !== 'confirmed' &&
            `${sentBack.name}, ${formatDate(sentBack.at)}: ${sentBack.reason}`,
        }}
      />
      <AlikeSection deposit={deposit} />
      {state === 'open' && mayWrite ? (
        <OpenDepositForm deposit={deposit} />
      ) : (
        <DepositLines deposit={deposit} />
      )}
      {state === 'closed' && mayWrite && <ConfirmSection deposit={deposit} />}
    </PageSections>
  );
}
