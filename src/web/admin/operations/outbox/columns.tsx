import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeadMail } from '#contract/operations/outbox.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { actionsHeading, type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const deadMailColumns: Columns<DeadMail> = [
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
