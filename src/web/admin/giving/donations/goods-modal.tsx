import { TextInput } from '@mantine/core';
import type { ReceiptsOfDonation } from '#contract/giving/receipts.ts';
import type { DonationId } from '#contract/ids.ts';
import { centsToDecimal, parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

interface GoodsModalProps {
  donationId: DonationId;
  opened: boolean;
  onClose: () => void;
}

/** What a donor got in return for a donation, such as a dinner, and what it is worth. */
export function GoodsModal({ donationId, opened, onClose }: GoodsModalProps) {
  const { data } = useEndpoint(endpoints.getReceiptsOfDonation, { params: { id: donationId } });
  if (!data) return null;
  return (
    <GoodsForm
      // Remount when they change: the fields start with them.
      key={`${donationId} ${data.goods?.description} ${data.goods?.value}`}
      donationId={donationId}
      goods={data.goods}
      hasReceipt={data.receipts.some(({ state }) => state === 'issued')}
      opened={opened}
      onClose={onClose}
    />
  );
}

interface GoodsFormProps extends GoodsModalProps {
  goods: ReceiptsOfDonation['goods'];
  hasReceipt: boolean;
}

const schema = () =>
  import('#contract/giving/receipts.ts').then((contract) => contract.setDonationGoods.body);

function GoodsForm({ donationId, goods, hasReceipt, opened, onClose }: GoodsFormProps) {
  const set = useSend(endpoints.setDonationGoods, { said: 'Saved' });
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      description: goods?.description ?? '',
      amount: goods ? centsToDecimal(goods.value) : '',
    },
    toInput: ({ description, amount }) => ({
      goods:
        description.trim() === ''
          ? null
          : { description: description.trim(), value: parseAmount(amount) ?? 0 },
    }),
    schema,
    check: ({ description, amount }) =>
      description.trim() === ''
        ? amount.trim() === ''
          ? {}
          : { description: 'Required' }
        : amountErrors(amount),
    refusedField: 'description',
    async send(body) {
      await set.mutateAsync({ params: { id: donationId }, body });
      onClose();
    },
  });
  return (
    <FormModal
      title="Goods in Return"
      text={`If the donor got something for this donation, such as a dinner, the receipt shows what it was worth and what is left of the amount. Leave both fields empty if it was nothing.${hasReceipt ? ' The receipt that was issued is replaced, and we email the donor the new one.' : ''}`}
      action="Save"
      isHarmless={!hasReceipt}
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        label="What it was"
        data-autofocus
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('description')}
      />
      <AmountField label="Fair value" size="md" {...form.getInputProps('amount')} />
    </FormModal>
  );
}
