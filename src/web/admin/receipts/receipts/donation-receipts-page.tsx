import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { donationReceiptColumns } from '#web/admin/receipts/receipts/columns.tsx';
import { DonationReceiptModal } from '#web/admin/receipts/receipts/donation-receipt-modal.tsx';
import {
  ReceiptFilterPanel,
  readReceiptFilters,
  receiptQuery,
} from '#web/admin/receipts/receipts/receipt-filter-panel.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { paths } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** Every receipt that was issued. The address holds the filters, and the dialog, `receipt`. */
export default function DonationReceiptsPage() {
  const { query, set } = useQueryState();
  const filters = readReceiptFilters(query);
  const receipts = usePages(endpoints.listDonationReceipts, { query: receiptQuery(filters) });
  const isFiltered = Object.values(filters).some((text) => text !== '');
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
          <ExportButton list="tax-receipts" query={receiptQuery(filters)} />
        </PageActions>
      </PageHeader>
      <PageLead>
        A donation of real money gets its receipt when it is booked, once an owner has chosen under
        Settings what receipts look like. Numbers have no gaps: a void receipt stays in this list.
      </PageLead>
      <ReceiptFilterPanel />
      <DataTable
        label="Tax receipts"
        columns={donationReceiptColumns}
        rows={receipts}
        loadingText="Loading receipts."
        emptyText={isFiltered ? 'No receipt is like this.' : 'No receipt was issued.'}
        emptyHint={
          isFiltered ? (
            <TextButton onClick={() => set({ year: null, state: null, search: null })}>
              Show all receipts
            </TextButton>
          ) : (
            <p>
              To issue some for donations of before, select them in the{' '}
              <TextLink to={paths.admin.donations}>list of donations</TextLink>. Test money gets no
              receipt.
            </p>
          )
        }
        errorText="The receipts could not be loaded."
      />
      <DonationReceiptModal />
    </>
  );
}
