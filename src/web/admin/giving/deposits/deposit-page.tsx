import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { AlikeLine, Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { DepositLines, nameOf } from '#web/admin/giving/deposits/deposit-lines.tsx';
import { DepositMark } from '#web/admin/giving/deposits/deposit-mark.tsx';
import { OpenDepositForm } from '#web/admin/giving/deposits/open-deposit-form.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageSections } from '#web/admin/ui/page-sections.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { Note } from '#web/ui/note.tsx';

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
      <WaitingRequests about={id} />
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

/** A closed deposit is confirmed, by somebody else if the settings ask for two, or sent back. */
function ConfirmSection({ deposit }: { deposit: Deposit }) {
  const { id, revision, count, amount, confirmObstacle } = deposit;
  const confirmDeposit = useSendOnce(endpoints.confirmDeposit, {
    said: 'Confirmed. The lines are donations now.',
  });
  const sendingBack = useModal('send-back');
  return (
    <TitledSection title="Confirm">
      <p>
        {`Does what is in front of you match these lines? Confirming makes ${countOf(count, 'donation')}, ${formatCents(amount)} in all, and thanks everybody whose email address is there. After that, nothing can be changed; a wrong line is reversed.`}
      </p>
      <div className="row above-4">
        <ReasonedButton
          reason={confirmObstacle}
          loading={confirmDeposit.isPending}
          onClick={() => void confirmDeposit.send({ params: { id }, body: { revision } })}
        >
          Confirm Deposit
        </ReasonedButton>
        <Button variant="default" onClick={() => sendingBack.open()}>
          Send Back
        </Button>
      </div>
      <ReasonModal
        title="Send Back"
        text="The deposit is open again, so that it can be corrected."
        action="Send Back"
        hint="Shown with the deposit."
        {...sendingBack.dialog}
        to={endpoints.sendDepositBack}
        said="The deposit was sent back"
        params={{ id }}
      />
    </TitledSection>
  );
}

/** What of a deposit may have been entered twice, as it was saved: for whoever enters it, and for whoever confirms it. */
function AlikeSection({ deposit: { id, state, lines } }: { deposit: Deposit }) {
  const found = lines.flatMap((line, place) =>
    line.alike.map((alike) => ({ line, place, alike, key: `${line.id} ${keyOf(alike)}` })),
  );
  if (found.length === 0) return null;
  return (
    <TitledSection title="Entered Twice?">
      <Note>
        These name the same donor, or both name none, and have the same amount and the same day or
        check number. If it is the same money,{' '}
        {state === 'open' ? 'remove' : 'send this deposit back and remove'} one of the two.
      </Note>
      <ul className="bullets above-3" aria-label="Lines that may be entered twice">
        {found.map(({ line, place, alike, key }) => (
          <li key={key}>
            {`Line ${place + 1}, ${nameOf(line)}, ${formatCents(line.amount)}: like `}
            <Alike alike={alike} depositId={id} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function keyOf({ deposit, donationId }: AlikeLine): string {
  return deposit === null ? (donationId ?? '') : `${deposit.id} ${deposit.line}`;
}

/** Where the other one is. */
function Alike({ alike, depositId }: { alike: AlikeLine; depositId: DepositId }) {
  const { deposit, donationId, receivedOn } = alike;
  const received = `received on ${formatDay(receivedOn)}`;
  if (deposit === null) {
    return (
      donationId && <Link to={paths.manageDonation(donationId)}>{`a donation ${received}`}</Link>
    );
  }
  if (deposit.id === depositId) return `line ${deposit.line} of this deposit, ${received}`;
  return (
    <>
      {`line ${deposit.line} of `}
      <Link to={paths.deposit(deposit.id)}>{deposit.title}</Link>
      {`, ${received}`}
      {donationId && ', which is confirmed'}
    </>
  );
}
