import { useState } from 'react';
import type { DeadMail } from '#contract/operations/mail.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { useResendMail } from '#web/admin/queries/mail.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const deadMailColumns: Columns<DeadMail> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Recipient', accessorFn: ({ recipient }) => recipient },
  { header: 'Subject', accessorFn: ({ subject }) => subject },
  { header: 'What went wrong', accessorFn: ({ error }) => error },
  { header: 'Attempts', accessorFn: ({ tries }) => tries, meta: { align: 'right' } },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <MailActions mail={row.original} />,
  },
];

function MailActions({ mail }: { mail: DeadMail }) {
  const discard = useModal('discard');
  const resend = useResendMail();
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
          resend.mutate(mail, { onError: () => setIsSent(false) });
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
