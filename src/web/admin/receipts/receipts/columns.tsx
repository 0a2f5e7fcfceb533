import { Button } from '@mantine/core';
import type { DonationReceipt } from '#contract/receipts/receipts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { ReceiptMark } from '#web/admin/receipts/receipts/receipt-mark.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const donationReceiptColumns: Columns<DonationReceipt> = [
  { header: 'Number', meta: { onPhone: 'title' }, accessorFn: ({ number }) => number },
  { header: 'Issued', accessorFn: ({ issuedOn }) => formatDay(issuedOn) },
  { header: 'Donor', accessorFn: ({ donorName }) => donorName },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    accessorFn: ({ amount }) => (amount === null ? 'In kind' : formatCents(amount)),
  },
  { header: 'State', cell: ({ row }) => <ReceiptMark state={row.original.state} /> },
  { ...actionsHeading, cell: ({ row }) => <ReceiptActions receipt={row.original} /> },
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
