import { Button } from '@mantine/core';
import type { MailStatus } from '#contract/operations/mail.ts';
import { formatDate } from '#core/dates.ts';
import { deadMailColumns } from '#web/admin/operations/mail/columns.tsx';
import { DiscardModal } from '#web/features/mail/admin/discard-modal.tsx';
import { useDeadMails, useMailStatus, useResumeMail } from '#web/admin/queries/mail.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/** The mail that is about to be discarded stands in the address, as `discard`. */
export default function MailPage() {
  const mails = useDeadMails();
  const status = useMailStatus();
  const { query, close } = useQueryState();
  const discarding = mails.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === query.get('discard'));
  return (
    <>
      <PageHeader title="Mail" />
      {status.isError && (
        <ErrorNotice
          text="What waits to be sent could not be loaded."
          onRetry={() => void status.refetch()}
        />
      )}
      {status.data?.paused && <PausedBanner paused={status.data.paused} />}
      {status.data && <p className={classes.lead}>{describeWaiting(status.data)}</p>}
      <DataTable
        label="Mails that could not be sent"
        columns={deadMailColumns}
        rows={mails}
        loadingText="Loading mails."
        emptyText="There is no mail that could not be sent."
        emptyHint={
          <p>
            A mail that a server refuses, or that could not be delivered for three days, appears
            here.
          </p>
        }
        errorText="The mails that could not be sent could not be loaded."
      />
      <DiscardModal mail={discarding ?? null} onClose={() => close('discard')} />
    </>
  );
}

function PausedBanner({ paused }: { paused: NonNullable<MailStatus['paused']> }) {
  const resume = useResumeMail();
  return (
    <aside className={classes.banner} aria-label="Mail is paused">
      <p>{`Mail is paused since ${formatDate(paused.since)}. ${paused.reason}`}</p>
      <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
        Resume Mail
      </Button>
    </aside>
  );
}

function describeWaiting({ waiting, oldestSince }: MailStatus): string {
  if (waiting === 0 || oldestSince === null) return 'No mail is waiting to be sent.';
  const age = describeAge(oldestSince);
  return waiting === 1
    ? `1 mail is waiting to be sent, for ${age}.`
    : `${waiting.toLocaleString('en-US')} mails are waiting to be sent, the oldest for ${age}.`;
}

/** "2 hours": how long ago a moment was, in the largest unit that fits. */
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
