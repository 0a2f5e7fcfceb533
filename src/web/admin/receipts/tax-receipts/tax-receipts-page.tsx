import { Button } from '@mantine/core';
import type { DonationReceipt } from '#contract/receipts/tax-receipts.ts';
import { formatDay, isoDayOf } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { receiptStateWords } from '#core/receipts/receipt-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { ReceiptMark } from '#web/admin/receipts/tax-receipts/receipt-mark.tsx';
import { TaxReceiptModal } from '#web/admin/receipts/tax-receipts/tax-receipt-modal.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { actionsHeading, type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Every receipt that was issued. The address holds the filters, and the dialog, `receipt`. */
export default function TaxReceiptsPage() {
  const list = useList(endpoints.listDonationReceipts);
  return (
    <>
      <PageHeader title="Tax Receipts">
        <PageActions>
          {siteInfo.giftAidFor !== null && (
            <LinkButton to={paths.admin.giftAid} variant="default">
              Gift Aid
            </LinkButton>
          )}
          <IfMay right="money.write">
            <LinkButton to={paths.admin.statements} variant="default">
              Statements
            </LinkButton>
          </IfMay>
          <ExportButton list="tax-receipts" query={list.filter} />
        </PageActions>
      </PageHeader>
      <PageLead>
        A donation of real money gets its receipt when it is booked, once an owner has chosen under{' '}
        <PageLink to={paths.settingsGroup('receipts')}>Settings</PageLink> what receipts look like.
        Numbers have no gaps: a void receipt stays in this list.
      </PageLead>
      <ListFilters
        list={list}
        fields={{
          year: { all: 'All years', choices: years(list.values.year) },
          state: { words: { all: 'All states', ...receiptStateWords } },
          search: { label: 'Number or donor' },
        }}
      />
      <EndpointTable
        list={list}
        label="Tax receipts"
        columns={donationReceiptColumns}
        of="receipts"
        emptyText="No receipt was issued."
        emptyHint={
          <p>
            To issue some for donations of before, select them in the{' '}
            <TextLink to={paths.admin.donations}>list of donations</TextLink>. Test money gets no
            receipt.
          </p>
        }
        filtered={{ text: 'No receipt is like this.', showAll: 'Show all receipts' }}
      />
      <TaxReceiptModal />
    </>
  );
}

/** As long as somebody may have to look back, the latest first. */
function years(chosen?: string) {
  const thisYear = Number(isoDayOf(new Date(), siteInfo.timeZone).slice(0, 4));
  const offered = Array.from({ length: 10 }, (_, index) => String(thisYear - index));
  if (chosen !== undefined && !offered.includes(chosen)) offered.unshift(chosen);
  return offered.map((year) => ({ value: year, label: year }));
}

const donationReceiptColumns: Columns<DonationReceipt> = [
  { header: 'Number', onPhone: 'title', value: ({ number }) => number },
  { header: 'Issued', value: ({ issuedOn }) => formatDay(issuedOn) },
  { header: 'Donor', value: ({ donorName }) => donorName },
  {
    header: 'Amount',
    ...mainFigure,
    value: ({ amount }) => (amount === null ? 'In kind' : formatCents(amount)),
  },
  { header: 'State', show: ({ state }) => <ReceiptMark state={state} /> },
  { ...actionsHeading, show: (receipt) => <ReceiptActions receipt={receipt} /> },
];

function ReceiptActions({ receipt: { id, number } }: { receipt: DonationReceipt }) {
  const receipt = useModal('receipt');
  return (
    <RowActions>
      <Button
        size="sm"
        variant="default"
        aria-label={`Details of receipt ${number}`}
        onClick={() => receipt.open(id)}
      >
        Details
      </Button>
    </RowActions>
  );
}
