import { Button, Textarea, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import type { DonationReceiptId } from '#contract/ids.ts';
import type { DonationReceipt } from '#contract/receipts/tax-receipts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpointOf, useSend } from '#web/admin/client/use-endpoint.ts';
import { ReceiptMark } from '#web/admin/receipts/tax-receipts/receipt-mark.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { saveFile } from '#web/client/save-file.ts';
import { Money } from '#web/shared/money.tsx';

/** A receipt with what became of it, and what can be done about it. */
export function TaxReceiptModal() {
  const modal = useModal('receipt');
  const id = useLastValue(readId<DonationReceiptId>(modal.value));
  const receipt = useEndpointOf(endpoints.getDonationReceipt, id);
  return (
    <>
      <Modal title="Tax Receipt" {...modal.dialog}>
        <CallState call={receipt} failed="This receipt could not be loaded." />
        {receipt.data && <ReceiptDetails receipt={receipt.data} />}
      </Modal>
      {receipt.data && (
        <IfMay right="money.write">
          <ModalsOver receipt={receipt.data} />
        </IfMay>
      )}
    </>
  );
}

function ModalsOver({ receipt }: { receipt: DonationReceipt }) {
  const end = useModal('receipt.void');
  const replace = useModal('receipt.replace');
  return (
    <>
      <ReasonModal
        title="Void This Receipt"
        text={`Receipt No. ${receipt.number} no longer counts, and we email the donor that it is void if there is an address. Its number is never used again. You cannot undo this.`}
        action="Void Receipt"
        hint="Kept with the receipt and in the audit trail; the donor does not see it."
        {...end.dialog}
        to={endpoints.voidReceipt}
        params={{ id: receipt.id }}
        said={({ number }) => `Receipt No. ${number} is void`}
      />
      <ReplaceReceiptModal receipt={receipt} {...replace.dialog} />
    </>
  );
}

function ReceiptDetails({ receipt }: { receipt: DonationReceipt }) {
  const save = useSend(endpoints.getReceiptPdf, { onDone: saveFile });
  const copy = useSend(endpoints.copyReceipt, { onDone: saveFile });
  const end = useModal('receipt.void');
  const replace = useModal('receipt.replace');
  const { id, state, replaces, replacedBy } = receipt;
  return (
    <>
      <DetailList
        heading={{ Number: receipt.number }}
        rows={{
          State: <ReceiptMark state={state} />,
          Amount:
            receipt.amount === null ? (
              'In kind, without an amount'
            ) : (
              <Money cents={receipt.amount} />
            ),
          'Value of What Was Given in Return': receipt.goodsValue > 0 && (
            <Money cents={receipt.goodsValue} />
          ),
          Donor: receipt.donorName,
          'Address of the Donor':
            receipt.donorAddress !== '' &&
            receipt.donorAddress.split('\n').map((line) => <div key={line}>{line}</div>),
          Received: formatDay(receipt.receivedOn),
          Issued: `${formatDay(receipt.issuedOn)} by ${receipt.issuedBy}`,
          Copied: receipt.copiedAt !== null && formatDate(receipt.copiedAt),
          Ended:
            receipt.endedAt !== null &&
            `${formatDate(receipt.endedAt)} by ${receipt.endedBy ?? ''}: ${receipt.endReason ?? ''}`,
          Replaces: replaces && (
            <Link to={paths.donationReceipt(replaces.id)}>{replaces.number}</Link>
          ),
          'Replaced by': replacedBy && (
            <Link to={paths.donationReceipt(replacedBy.id)}>{replacedBy.number}</Link>
          ),
          Donation:
            receipt.donationId === null ? (
              <Link to={paths.admin.inKind}>Show the donations in kind</Link>
            ) : (
              <Link to={paths.manageDonation(receipt.donationId)}>Show the donation</Link>
            ),
          'SHA-256 of the PDF': { copied: receipt.sha256 },
        }}
      />
      <ModalActions>
        <Button loading={save.isPending} onClick={() => save.mutate({ params: { id } })}>
          Save PDF
        </Button>
        {state === 'issued' && (
          <IfMay right="money.write">
            <Button
              variant="default"
              loading={copy.isPending}
              onClick={() => copy.mutate({ params: { id } })}
            >
              Save a Copy
            </Button>
            <Button variant="default" onClick={() => replace.open()}>
              Replace
            </Button>
            <Button variant="default" onClick={() => end.open()}>
              Void
            </Button>
          </IfMay>
        )}
      </ModalActions>
    </>
  );
}

/** Issues a corrected receipt in place of one. */
function ReplaceReceiptModal({ receipt, ...dialog }: DialogProps & { receipt: DonationReceipt }) {
  const { id, number, donorName, donorAddress } = receipt;
  return (
    <FormDialog
      {...dialog}
      title="Replace This Receipt"
      text={`A new receipt with a number of its own says that it cancels and replaces receipt No. ${number}, and we email it to the donor if there is an address. Both are kept. You cannot undo this.`}
      action="Replace Receipt"
      to={endpoints.replaceReceipt}
      params={{ id }}
      initialValues={{ donorName, donorAddress, reason: '' }}
      refusedField="reason"
      said={({ number: issued }) => `Receipt No. ${issued} was issued`}
    >
      {(form) => (
        <>
          <TextInput
            label="Name of the donor"
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('donorName')}
          />
          <Textarea label="Address of the donor" rows={3} {...form.getInputProps('donorAddress')} />
          <ReasonField
            description="Kept with the receipt and in the audit trail; the donor does not see it."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
