import type { DonationSummary } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useReadAgain, useSend } from '#web/admin/client/use-endpoint.ts';
import { ManyModal } from '#web/admin/shared/many-modal.tsx';

interface SendReceiptsModalProps {
  donations: DonationSummary[];
  opened: boolean;
  onClose: () => void;
}

/** A donation in a list of many: what it was, and when. */
export function describeDonation({ amount, createdAt }: DonationSummary): string {
  return `${formatCents(amount)} of ${formatDate(createdAt)}`;
}

/** Emails the receipts of the selected donations again. */
export function SendReceiptsModal({ donations, ...modal }: SendReceiptsModalProps) {
  // Read once, after the last of several calls.
  const send = useSend(endpoints.sendReceipts, { changes: false });
  const readAgain = useReadAgain();
  const count = donations.length;
  return (
    <ManyModal<DonationId, Record<string, never>>
      title="Send the Receipts Again"
      {...modal}
      ids={donations.map(({ id }) => id)}
      text={
        count === 1
          ? 'The donor of the selected donation gets its receipt again, with another link to it. Earlier links keep working.'
          : `The donors of ${formatCount(count)} selected donations get a receipt for each of them again, with another link to it. Earlier links keep working.`
      }
      action={`Send ${countOf(count, 'Receipt')}`}
      done={['is on the way again', 'are on the way again']}
      of={['receipt', 'receipts']}
      nameOf={(id) => {
        const donation = donations.find((one) => one.id === id);
        return donation ? describeDonation(donation) : id;
      }}
      initialValues={{}}
      send={(ids, _, idempotencyKey) => send.mutateAsync({ body: { ids }, idempotencyKey })}
      onDone={() => void readAgain()}
    />
  );
}
