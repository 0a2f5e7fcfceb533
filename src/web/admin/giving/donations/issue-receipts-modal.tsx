import type { DonationSummary } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useReadAgain, useSend } from '#web/admin/client/use-endpoint.ts';
import { describeDonation } from '#web/admin/giving/donations/send-receipts-modal.tsx';
import { ManyModal } from '#web/admin/shared/many-modal.tsx';

interface IssueReceiptsModalProps {
  donations: DonationSummary[];
  opened: boolean;
  onClose: () => void;
}

/** Issues receipts for the selected donations that have none. */
export function IssueReceiptsModal({ donations, ...modal }: IssueReceiptsModalProps) {
  // Read once, after the last of several calls.
  const issue = useSend(endpoints.issueReceipts, { changes: false });
  const readAgain = useReadAgain();
  return (
    <ManyModal<DonationId, Record<string, never>>
      title="Issue Receipts"
      {...modal}
      ids={donations.map(({ id }) => id)}
      text="Each selected donation without a receipt gets one, with the next number of this year. Nobody is emailed: send the receipts again afterwards if donors should get them."
      action={`Issue ${countOf(donations.length, 'Receipt')}`}
      done={['was issued', 'were issued']}
      of={['receipt', 'receipts']}
      nameOf={(id) => {
        const donation = donations.find((one) => one.id === id);
        return donation ? describeDonation(donation) : id;
      }}
      initialValues={{}}
      send={(ids, _, idempotencyKey) => issue.mutateAsync({ body: { ids }, idempotencyKey })}
      // What is selected stays, so that the receipts can be sent next.
      onDone={() => void readAgain()}
    />
  );
}
