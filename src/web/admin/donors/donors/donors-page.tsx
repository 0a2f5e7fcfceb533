import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DonorSummary } from '#contract/donors/donors.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { FindDonorField } from '#web/admin/donors/donors/find-donor-field.tsx';
import { MailDonorsModal } from '#web/admin/publishing/donor-mailings/mail-donors-modal.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { SelectionBar } from '#web/admin/ui/selection-bar.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useSelection } from '#web/admin/ui/use-selection.ts';

/** Everybody who donated. The address holds what is searched for, `search`. */
export default function DonorsPage() {
  const list = useList(endpoints.listDonors);
  const selection = useSelection(list.rows, list.filter);
  const mayMail = useMay('money.write');
  const [isMailing, setMailing] = useState(false);
  return (
    <>
      <PageHeader title="Donors">
        <ExportButton list="donors" query={list.filter} />
      </PageHeader>
      {mayMail && (
        <PageLead>
          Select donors to email them together.{' '}
          <TextLink to={paths.admin.donorMailings}>Emails to several donors</TextLink> that were
          sent before are listed apart.
        </PageLead>
      )}
      <FindDonorField
        value={list.values.search ?? ''}
        onChange={(text) => list.set({ search: text || undefined })}
      />
      {mayMail && (
        <SelectionBar selection={selection} of="donors">
          <Button size="sm" onClick={() => setMailing(true)}>
            Email
          </Button>
        </SelectionBar>
      )}
      <EndpointTable
        list={list}
        label="Donors"
        selectable={
          mayMail
            ? { selection, nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}` }
            : undefined
        }
        columns={donorColumns}
        of="donors"
        emptyText="There are no donors."
        emptyHint={
          <p>
            They appear here with their first donation, at the{' '}
            <Link to={paths.donate}>donation page</Link>.
          </p>
        }
        filtered={{ text: 'No donor was found.', showAll: 'Show all donors' }}
      />
      {mayMail && (
        <MailDonorsModal
          donors={selection.rows}
          opened={isMailing}
          onClose={() => setMailing(false)}
          onSent={selection.clear}
        />
      )}
    </>
  );
}

const donorColumns: Columns<DonorSummary> = [
  {
    header: 'Name',
    onPhone: 'title',
    show: ({ id, firstName, lastName }) => (
      <Link to={paths.donor(id)}>{`${firstName} ${lastName}`}</Link>
    ),
  },
  {
    header: 'Email Address',
    onPhone: 'below',
    show: ({ email, found }) => (
      <>
        {email === null ? (
          <span className="soft">None</span>
        ) : isErasedAddress(email) ? (
          <span className="soft">Erased</span>
        ) : (
          <EmailText address={email} />
        )}
        {found && (
          <Link className="small block" to={paths.manageDonation(found.id)}>
            {`${formatCents(found.amount)} on ${formatDate(found.createdAt)}`}
          </Link>
        )}
      </>
    ),
  },
  { header: 'Last Donation', value: ({ lastDonationAt }) => formatDate(lastDonationAt) },
  { header: 'Donations', ...figure, value: ({ donations }) => formatCount(donations) },
  { header: 'Given', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
