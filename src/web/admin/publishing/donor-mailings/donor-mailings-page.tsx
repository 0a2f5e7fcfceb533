import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatMoment, formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/publishing/donor-mailings/donor-mailings.module.css';
import { useStopMailing } from '#web/admin/publishing/donor-mailings/use-stop-mailing.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { StopAction } from '#web/admin/shared/stop-action.tsx';
import { actionsHeading, type Columns, DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** What was sent to several donors, and what can be stopped. The address holds the dialog, `stop`. */
export default function DonorMailingsPage() {
  const mailings = usePages(
    endpoints.listDonorMailings,
    { query: {} },
    { refetchInterval: (listed) => (listed?.some(isOpen) ? 5_000 : false) },
  );
  const stop = useModal('stop');
  const stopping = mailings.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === stop.value);
  return (
    <>
      <PageHeader
        title="Emails to Several Donors"
        back={{ to: paths.admin.donors, text: 'Back to Donors' }}
      />
      <DataTable
        label="Emails to several donors"
        columns={donorMailingColumns}
        rows={mailings}
        of="emails"
        emptyText="Nobody has emailed several donors."
        emptyHint={
          <p>
            Select donors in the <TextLink to={paths.admin.donors}>list of donors</TextLink> to
            email them together.
          </p>
        }
      />
      <StopMailingModal mailing={stopping ?? null} onClose={stop.close} />
    </>
  );
}

const donorMailingColumns: Columns<DonorMailing> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  {
    header: 'Email',
    onPhone: 'title',
    show: ({ subject, text }) => (
      <details className={classes.mail}>
        <summary>{subject}</summary>
        <p>{text}</p>
      </details>
    ),
  },
  { header: 'Sent by', value: ({ author }) => author ?? 'A removed user' },
  { header: 'How Far', onPhone: 'below', value: describeProgress },
  {
    ...actionsHeading,
    show: (mailing) =>
      isOpen(mailing) && <StopAction id={mailing.id} label={`Stop ${mailing.subject}`} />,
  },
];

function describeProgress(mailing: DonorMailing): string {
  const { leavesAt, stoppedAt, total, sent, leftOut } = mailing;
  const of = `${formatCount(sent)} of ${formatCount(total)}`;
  if (stoppedAt !== null) {
    return sent === 0 ? 'Stopped before anybody got it' : `Stopped after ${of} donors got it`;
  }
  if (isOpen(mailing) && Date.parse(leavesAt) > Date.now()) {
    return `Leaves at ${formatTime(leavesAt)} to ${countOf(total, 'donor')}`;
  }
  if (isOpen(mailing)) return `Leaving: ${of} sent`;
  return leftOut === 0
    ? `Sent to ${of}`
    : `Sent to ${of}; ${leftOut} wanted no more updates by then, or could not get it`;
}

interface StopMailingModalProps {
  mailing: DonorMailing | null;
  onClose: () => void;
}

/** Stops what of an email to several donors has not left. */
function StopMailingModal({ mailing, onClose }: StopMailingModalProps) {
  const stop = useStopMailing();
  const shown = useLastValue(mailing);
  return (
    <ConfirmModal
      title="Stop This Email"
      text={
        shown && shown.sent > 0
          ? `${shown.sent} of ${shown.total} donors have got “${shown.subject}”. Nobody else gets it.`
          : `Nobody gets “${shown?.subject}”.`
      }
      action="Stop"
      opened={mailing !== null}
      onClose={onClose}
      onConfirm={async () => mailing && stop.mutateAsync({ params: { id: mailing.id } })}
    />
  );
}

/** Whether some of it is still to leave. */
function isOpen({ stoppedAt, total, sent, leftOut }: DonorMailing): boolean {
  return stoppedAt === null && sent + leftOut < total;
}
