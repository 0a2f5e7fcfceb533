import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Donation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useEndpointOf, useSend } from '#web/admin/client/use-endpoint.ts';
import { ChangeCauseModal } from '#web/admin/giving/donations/change-cause-modal.tsx';
import { DonationDetails } from '#web/admin/giving/donations/donation-details.tsx';
import { RefundModal } from '#web/admin/payments/refunds/refund-modal.tsx';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { ReleaseModal } from '#web/admin/spending/allocations/release-modal.tsx';
import { ReplaceModal } from '#web/admin/spending/allocations/replace-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

/** A donation with its history and its actions. */
export function DonationModal() {
  const manage = useModal('manage');
  const id = useLastValue(readId<DonationId>(manage.value));
  const donation = useEndpointOf(endpoints.getDonation, id);
  return (
    <>
      <Modal title="Manage Donation" {...manage.dialog}>
        <CallState call={donation} failed="This donation could not be loaded." />
        {donation.data && <DonationDetails donation={donation.data} />}
      </Modal>
      {donation.data && <ModalsOver donation={donation.data} />}
    </>
  );
}

/** The dialogs that open over it; none for whoever may not do what they do, not even by an address. */
function ModalsOver({ donation }: { donation: Donation }) {
  return (
    <>
      <IfMay right="allocations.write">
        <AllocationModals donation={donation} />
      </IfMay>
      <IfMay right="money.write">
        <MoneyModals donation={donation} />
      </IfMay>
    </>
  );
}

function AllocationModals({ donation }: { donation: Donation }) {
  const release = useModal('manage.release');
  const replace = useModal('manage.replace');
  const find = (id: string | null) => donation.allocations.find((one) => one.id === id) ?? null;
  const replaced = find(replace.value);
  const moved = useLastValue(replaced);
  return (
    <>
      <ReleaseModal
        allocation={find(release.value)}
        deficitAmount={donation.deficitAmount}
        onClose={release.close}
      />
      {moved && (
        <ReplaceModal
          donation={donation}
          allocation={moved}
          opened={replaced !== null}
          onClose={replace.close}
        />
      )}
    </>
  );
}

function MoneyModals({ donation }: { donation: Donation }) {
  const refund = useModal('manage.refund');
  const cause = useModal('manage.cause');
  const receipt = useModal('manage.receipt');
  const link = useModal('manage.link');
  const goods = useModal('manage.goods');
  return (
    <>
      <RefundModal donation={donation} {...refund.dialog} />
      <ChangeCauseModal donation={donation} {...cause.dialog} />
      <SendReceiptModal donation={donation} {...receipt.dialog} />
      <GoodsModal donationId={donation.id} {...goods.dialog} />
      <DonationLinkModal donation={donation} {...link.dialog} />
    </>
  );
}

interface DonationLinkModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor a new private link, if they lost theirs or someone else got it. */
function DonationLinkModal({ donation, ...modal }: DonationLinkModalProps) {
  const queryClient = useQueryClient();
  const sendLink = useSend(endpoints.sendDonationLink, {
    onDone: () => notifyMailed(queryClient, 'The new link', 'is on its way to the donor'),
  });
  return (
    <ConfirmModal
      title="Send a New Private Link"
      text={`${donation.email} gets an email with a new link to this donation. All earlier links stop working immediately.`}
      action="Send"
      {...modal}
      onConfirm={() => sendLink.mutateAsync({ params: { id: donation.id } })}
    />
  );
}

interface SendReceiptModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor the receipt again, if they lost it. */
function SendReceiptModal({ donation, ...modal }: SendReceiptModalProps) {
  const queryClient = useQueryClient();
  const sendReceipt = useSend(endpoints.sendReceipt, {
    onDone: () => notifyMailed(queryClient, 'The receipt', 'is on its way to the donor'),
  });
  return (
    <ConfirmModal
      title="Send the Receipt Again"
      text={`${donation.email} gets the receipt of this donation again, with another link to it. Earlier links keep working.`}
      action="Send"
      {...modal}
      onConfirm={() => sendReceipt.mutateAsync({ params: { id: donation.id } })}
    />
  );
}

/** What a donor got in return for a donation, such as a dinner, and what it is worth. */
function GoodsModal({ donationId, ...dialog }: DialogProps & { donationId: DonationId }) {
  const { data } = useEndpoint(endpoints.getReceiptsOfDonation, { params: { id: donationId } });
  if (!data) return null;
  const { goods, receipts } = data;
  const hasReceipt = receipts.some(({ state }) => state === 'issued');
  return (
    <FormDialog
      {...dialog}
      title="Goods in Return"
      text={`If the donor got something for this donation, such as a dinner, the receipt shows what it was worth and what is left of the amount. Leave both fields empty if it was nothing.${hasReceipt ? ' The receipt that was issued is replaced, and we email the donor the new one if there is an address.' : ''}`}
      action="Save"
      isHarmless={!hasReceipt}
      to={endpoints.setDonationGoods}
      params={{ id: donationId }}
      initialValues={{
        description: goods?.description ?? '',
        amount: goods ? centsToDecimal(goods.value) : '',
      }}
      toBody={({ description, amount }) => ({
        goods:
          description.trim() === ''
            ? null
            : { description: description.trim(), value: parseAmount(amount) ?? 0 },
      })}
      check={({ description, amount }) =>
        description.trim() === ''
          ? amount.trim() === ''
            ? {}
            : { description: 'Required' }
          : amountErrors(amount)
      }
      refusedField="description"
      said="Saved"
    >
      {(form) => (
        <>
          <TextInput
            label="What it was"
            data-autofocus
            autoComplete="off"
            maxLength={endpoints.setDonationGoods.limits?.['goods.description']}
            {...form.getInputProps('description')}
          />
          <AmountField label="Fair value" size="md" {...form.getInputProps('amount')} />
        </>
      )}
    </FormDialog>
  );
}
