import { Link } from 'react-router';
import type { Donor } from '#contract/donors/donors.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { type Columns, PlainTable } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** Which mails a donor got, and where they went. */
export function MailsSection({ mails }: Pick<Donor, 'mails'>) {
  return (
    <TitledSection title="Email Sent">
      {mails.length === 0 ? (
        <EmptyNote>No email to this donor is on record.</EmptyNote>
      ) : (
        <PlainTable label="Email to this donor, newest first" columns={columns} items={mails} />
      )}
    </TitledSection>
  );
}

type Mail = Donor['mails'][number];

const columns: Columns<Mail> = [
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Subject', onPhone: 'title', value: ({ subject }) => subject },
  { header: 'To', onPhone: 'below', show: ({ recipient }) => <EmailText address={recipient} /> },
  { header: 'Status', show: (mail) => <State mail={mail} /> },
];

const words: Record<Mail['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  undelivered: 'Undelivered',
  discarded: 'Discarded',
};

function State({ mail: { state } }: { mail: Mail }) {
  if (state === 'undelivered') return <Link to={paths.admin.mail}>{words[state]}</Link>;
  return words[state];
}
