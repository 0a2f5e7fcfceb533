import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeadMail } from '#contract/operations/mail.ts';
import { formatDate } from '#core/dates.ts';
import { useResendMail } from '#web/admin/queries/mail.ts';
import classes from '#web/styles/admin.module.css';
import type { Columns } from '#web/ui/data-table.tsx';
import { ReasonedButton } from '#web/ui/reasoned-button.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

export const deadMailColumns: Columns<DeadMail> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Recipient', accessorFn: ({ recipient }) => recipient },
  { header: 'Subject', accessorFn: ({ subject }) => subject },
  { header: 'What went wrong', accessorFn: ({ error }) => error },
  { header: 'Tries', accessorFn: ({ tries }) => tries, meta: { align: 'right' } },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <MailActions mail={row.original} />,
  },
];

function MailActions({ mail }: { mail: DeadMail }) {
  const { open } = useQueryState();
  const resend = useResendMail();
  // The mutation's own state would change too late for the second half of a double click.
  const [isSent, setIsSent] = useState(false);
  return (
    <div className={classes.rowActions}>
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
      <ActionIcon
        className={classes.trash ?? ''}
        variant="subtle"
        size={36}
        aria-label={`Discard the mail to ${mail.recipient}`}
        title="Discard"
        onClick={() => open({ discard: mail.id })}
      >
        <IconTrash size={20} />
      </ActionIcon>
    </div>
  );
}
