import { Button } from '@mantine/core';
import type { DonationReceipt } from '#contract/receipts/tax-receipts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { ReceiptMark } from '#web/admin/receipts/tax-receipts/receipt-mark.tsx';
import { actionsHeading, type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const donationReceiptColumns: Columns<DonationReceipt> = [
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
