import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeadMail, MailStatus } from '#contract/operations/outbox.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDate, formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { LiveSiteBanner } from '#web/admin/operations/installation/live-site-banner.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { Banner } from '#web/admin/ui/banner.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { actionsHeading, type Columns, DataTable, figure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';

/** Emails that could not be sent, those that wait, and a pause of all of them. */
export default function MailPage() {
  const mails = usePages(endpoints.listDeadMails);
  // What becomes of a try is seen without a press.
  const status = useEndpoint(
    endpoints.getMailStatus,
    {},
    { refetchInterval: (data) => (data?.waiting ? 3_000 : false) },
  );
  const discard = useModal('discard');
  const discarding = mails.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === discard.value);
  return (
    <>
      <PageHeader title="Email">{status.data && <SendWaiting status={status.data} />}</PageHeader>
      <LiveSiteBanner />
      <CallError call={status} failed="The number of waiting emails could not be loaded." />
      {status.data?.paused && <PausedBanner paused={status.data.paused} />}
      {status.data && (
        <PageLead>{`${describeWaiting(status.data)}${describeFailure(status.data)}${describeScheduled(status.data)}`}</PageLead>
      )}
      <DataTable
        label="Emails that could not be sent"
        columns={deadMailColumns}
        rows={mails}
        after={status}
        of="failed emails"
        loadingText="Loading emails."
        emptyText="There are no failed emails."
        emptyHint={
          <p>
            An email appears here if a server refuses it, or if it could not be delivered for three
            days.
          </p>
        }
      />
      <DiscardMailModal mail={discarding ?? null} onClose={discard.close} />
    </>
  );
}

/** Each email that failed waits longer for its next try, up to eight hours. */
function SendWaiting({ status: { waiting, paused } }: { status: MailStatus }) {
  const send = useSend(endpoints.sendWaitingMail, { said: 'Waiting emails are being tried' });
  if (waiting === 0 || paused !== null) return null;
  return (
    <IfMay right="mail.write">
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        Send Waiting Emails Now
      </Button>
    </IfMay>
  );
}

function PausedBanner({ paused }: { paused: NonNullable<MailStatus['paused']> }) {
  const resume = useSend(endpoints.resumeMail, { said: 'Email has resumed' });
  return (
    <Banner label="Email is paused">
      <p>{`Email has been paused since ${formatDate(paused.since)}. ${paused.reason}`}</p>
      <IfMay right="settings.write">
        <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume Email
        </Button>
      </IfMay>
    </Banner>
  );
}

function describeWaiting({ waiting, oldestSince }: MailStatus): string {
  if (waiting === 0 || oldestSince === null) return 'No emails are waiting to be sent.';
  const age = describeAge(oldestSince);
  return waiting === 1
    ? `1 email has been waiting to be sent for ${age}.`
    : `${formatCount(waiting)} emails are waiting to be sent, the oldest for ${age}.`;
}

/** Why email waits, also right after somebody has sent it again. */
function describeFailure({ lastFailure, paused }: MailStatus): string {
  if (lastFailure === null || paused !== null) return '';
  const { at, error } = lastFailure;
  return ` The last try that failed was ${describeAge(at)} ago: ${error.replace(/\.$/, '')}.`;
}

/** These wait on purpose, so nobody should think that email is stuck. */
function describeScheduled({ scheduled, nextAt, paused }: MailStatus): string {
  if (nextAt === null || paused !== null) return '';
  const time = formatTime(nextAt);
  return scheduled === 1
    ? ` 1 email about a decision leaves at ${time}.`
    : ` ${formatCount(scheduled)} emails about decisions leave later, the next at ${time}.`;
}

/** How long ago a moment was, in the largest unit that fits, such as "2 hours". */
function describeAge(moment: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / length),
  );
}

const deadMailColumns: Columns<DeadMail> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Recipient',
    onPhone: 'title',
    show: ({ recipient }) => <EmailText address={recipient} />,
  },
  { header: 'Subject', onPhone: 'below', value: ({ subject }) => subject },
  { header: 'What went wrong', onPhone: 'below', value: ({ error }) => error },
  { header: 'Attempts', ...figure, value: ({ tries }) => tries },
  { ...actionsHeading, show: (mail) => <MailActions mail={mail} /> },
];

function MailActions({ mail }: { mail: DeadMail }) {
  const discard = useModal('discard');
  const queryClient = useQueryClient();
  const resend = useSend(endpoints.resendMail, {
    onDone: () =>
      notifyMailed(queryClient, `The email to ${mail.recipient}`, 'is on its way again'),
  });
  // The mutation's own state would change too late for the second click of a double-click.
  const [isSent, setIsSent] = useState(false);
  return (
    <RowActions>
      <ReasonedButton
        variant="default"
        size="sm"
        reason={mail.hasExpired ? 'The link in it has expired' : null}
        loading={isSent}
        onClick={() => {
          setIsSent(true);
          resend.mutate({ params: { id: mail.id } }, { onError: () => setIsSent(false) });
        }}
      >
        Resend
      </ReasonedButton>
      <TrashButton
        label={`Discard the email to ${mail.recipient}`}
        title="Discard"
        onClick={() => discard.open(mail.id)}
      />
    </RowActions>
  );
}

interface DiscardMailModalProps {
  /** What would be discarded; null while closed. */
  mail: DeadMail | null;
  onClose: () => void;
}

/** Discards an email, and keeps the reason. */
function DiscardMailModal({ mail, onClose }: DiscardMailModalProps) {
  const shown = useLastValue(mail);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Discard Email"
      text={`“${shown.subject}” will never reach ${shown.recipient}.`}
      action="Discard"
      hint="Kept in the audit trail."
      to={endpoints.discardMail}
      said="The email was discarded"
      params={{ id: shown.id }}
      opened={mail !== null}
      onClose={onClose}
      onDone={() => {
        focusContent();
        onClose();
      }}
    />
  );
}
