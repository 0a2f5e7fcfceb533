import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { AddExpectedModal } from '#web/admin/giving/expected-donations/add-expected-modal.tsx';
import {
  changeableExpectedColumns,
  expectedColumns,
} from '#web/admin/giving/expected-donations/columns.tsx';
import { EditExpectedModal } from '#web/admin/giving/expected-donations/edit-expected-modal.tsx';
import { ExpectedPaymentModal } from '#web/admin/giving/expected-donations/expected-payment-modal.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** What employers and funds are expected to give. The address holds the dialogs `add`, `pay`, and `edit`. */
export default function ExpectedDonationsPage() {
  const expected = usePages(endpoints.listExpectedDonations);
  const mayWrite = useMay('money.write');
  const add = useModal('add');
  const pay = useModal('pay');
  const edit = useModal('edit');
  const rows = expected.data?.pages.flatMap(({ items }) => items);
  const paying = rows?.find(({ id }) => id === pay.value);
  const edited = rows?.find(({ id }) => id === edit.value);
  return (
    <>
      <PageHeader title="Expected Donations">
        <PageActions>
          {mayWrite && <Button onClick={() => add.open()}>Expect a Fund</Button>}
          <ExportButton list="expected-donations" query={{}} />
        </PageActions>
      </PageHeader>
      <PageLead>
        Employers who may match a donation, and donor-advised funds that somebody asked to give.
        What they pay is a donation of its own, with the employer or the fund as its donor, such as
        a line of a deposit: link it here once it is booked. No money moves on this page.
      </PageLead>
      <DataTable
        label="Expected donations"
        columns={mayWrite ? changeableExpectedColumns : expectedColumns}
        rows={expected}
        of="expected donations"
        emptyText="Nothing is expected."
      />
      {mayWrite && <AddExpectedModal {...add.dialog} />}
      {mayWrite && paying && <ExpectedPaymentModal expected={paying} {...pay.dialog} />}
      {mayWrite && edited && <EditExpectedModal expected={edited} {...edit.dialog} />}
    </>
  );
}
