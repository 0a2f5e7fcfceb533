import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { donorColumns } from '#web/admin/donors/donors/columns.tsx';
import { FindDonorField } from '#web/admin/donors/donors/find-donor-field.tsx';
import { MailDonorsModal } from '#web/admin/publishing/donor-mailings/mail-donors-modal.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { SelectionBar } from '#web/admin/ui/selection-bar.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { useSelection } from '#web/admin/ui/use-selection.ts';
import { paths } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** Everybody who donated. The address holds what is searched for, `search`. */
export default function DonorsPage() {
  const { query, set } = useQueryState();
  const search = query.get('search') ?? '';
  const listQuery = { search: search || undefined };
  const donors = usePages(endpoints.listDonors, { query: listQuery });
  const selection = useSelection(donors, search);
  const mayMail = useMay('money.write');
  const [isMailing, setMailing] = useState(false);
  return (
    <>
      <PageHeader title="Donors">
        <ExportButton list="donors" query={listQuery} />
      </PageHeader>
      {mayMail && (
        <PageLead>
          Select donors to email them together.{' '}
          <TextLink to={paths.admin.donorMailings}>Emails to several donors</TextLink> that were
          sent before are listed apart.
        </PageLead>
      )}
      <FindDonorField value={search} onChange={(text) => set({ search: text })} />
      {mayMail && (
        <SelectionBar selection={selection} of="donors">
          <Button size="sm" onClick={() => setMailing(true)}>
            Email
          </Button>
        </SelectionBar>
      )}
      <DataTable
        label="Donors"
        selectable={
          mayMail
            ? { selection, nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}` }
            : undefined
        }
        columns={donorColumns}
        rows={donors}
        loadingText="Loading donors."
        emptyText={search === '' ? 'There are no donors.' : 'No donor was found.'}
        emptyHint={
          search === '' ? (
            <p>
              They appear here with their first donation, at the{' '}
              <Link to={paths.donate}>donation page</Link>.
            </p>
          ) : (
            <TextButton onClick={() => set({ search: null })}>Show all donors</TextButton>
          )
        }
        errorText="The donors could not be loaded."
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
