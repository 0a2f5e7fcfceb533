import { TextInput } from '@mantine/core';
import type { DonationId } from '#contract/ids.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** What a donor got in return for a donation, such as a dinner, and what it is worth. */
export function GoodsModal({ donationId, ...dialog }: DialogProps & { donationId: DonationId }) {
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
