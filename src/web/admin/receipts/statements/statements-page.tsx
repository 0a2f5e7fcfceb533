import { Button } from '@mantine/core';
import type { StatementMailing } from '#contract/receipts/statements.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import {
  describePeriod,
  isOpen,
  statementColumns,
} from '#web/admin/receipts/statements/columns.tsx';
import { MailStatementsModal } from '#web/admin/receipts/statements/mail-statements-modal.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Statements that were mailed to everybody who gave in a period. The address holds the dialogs: `mail`, `stop`. */
export default function StatementsPage() {
  const mailings = usePages(
    endpoints.listStatementMailings,
    { query: {} },
    // While one of them leaves.
    { refetchInterval: (listed) => (listed?.some(isOpen) ? 5_000 : false) },
  );
  const mail = useModal('mail');
  const stop = useModal('stop');
  const stopping = mailings.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === stop.value);
  return (
    <>
      <PageHeader
        title="Statements"
        back={{ to: paths.admin.taxReceipts, text: 'Back to Tax Receipts' }}
      >
        <Button onClick={() => mail.open()}>Email Statements</Button>
      </PageHeader>
      <PageLead>
        A statement lists everything that somebody gave in a period, such as last year. Donors can
        save theirs at any time from the page of their donations, and you can from the page of the
        donor.
      </PageLead>
      <DataTable
        label="Statements by email"
        columns={statementColumns}
        rows={mailings}
        of="statements"
        emptyText="No statements were emailed."
        emptyHint={<p>In January, email everybody the statement of last year at once.</p>}
      />
      <MailStatementsModal {...mail.dialog} />
      <StopStatementsModal mailing={stopping ?? null} onClose={stop.close} />
    </>
  );
}

interface StopStatementsModalProps {
  mailing: StatementMailing | null;
  onClose: () => void;
}

/** Stops statements that are not in the queue yet. */
function StopStatementsModal({ mailing, onClose }: StopStatementsModalProps) {
  const stop = useSend(endpoints.stopStatementMailing, {
    said: ({ queued, total }) =>
      `Stopped. ${queued} of ${total} statements were in the queue already.`,
  });
  const shown = useLastValue(mailing);
  return (
    <ConfirmModal
      title="Stop These Statements"
      text={
        shown
          ? `${shown.queued} of ${shown.total} statements of ${describePeriod(shown)} are on their way. Nobody else gets one.`
          : ''
      }
      action="Stop"
      opened={mailing !== null}
      onClose={onClose}
      onConfirm={async () => mailing && stop.mutateAsync({ params: { id: mailing.id } })}
    />
  );
}
