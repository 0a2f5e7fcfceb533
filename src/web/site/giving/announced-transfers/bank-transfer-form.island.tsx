import type { FormState, OpenCause } from '#contract/documents.ts';
import { bankTransferFormErrors, readBankTransferForm } from '#contract/form-fields.ts';
import type { CauseId } from '#contract/ids.ts';
import type { SiteInfo } from '#contract/site.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths, readId } from '#web/client/paths.ts';
import { usualAmounts } from '#web/site/giving/donations/amount-field.tsx';
import { EmailField, NameFields } from '#web/site/shared/contact-fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { MoneyField } from '#web/site/shared/money-field.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { aboutRunningCosts, CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/giving/announced-transfers.ts').then((contract) => contract.bankTransferInput);

interface BankTransferFormProps {
  causes: readonly OpenCause[];
  site: Pick<SiteInfo, 'minDonation' | 'maxDonation' | 'presets'>;
  state: FormState;
}

/** Asks what a bank transfer is for and who it comes from, and leads to the reference to write into it. */
export default function BankTransferForm({ causes, site, state }: BankTransferFormProps) {
  const form = useSiteForm({
    state,
    read: readBankTransferForm,
    schema,
    check: (fields) => bankTransferFormErrors(fields, site),
    async send(input, idempotencyKey) {
      const { amount = 0, causeId, ...giver } = input;
      const body = { ...giver, amount, causeId: readId<CauseId>(causeId) };
      const { reference } = await call(endpoints.announceTransfer, { body, idempotencyKey });
      window.location.assign(paths.bankTransferTo(reference));
    },
  });
  return (
    <Form form={form} action={paths.bankTransfer} isTight>
      <MoneyField
        label="Amount"
        name="amount"
        isLarge
        aria-required="true"
        usual={usualAmounts(site.presets, site.maxDonation)}
        onAmount={() => form.clearError('amount')}
      />
      <CauseField
        causes={causes}
        description={aboutRunningCosts(causes)}
        emptyText="There are no causes to donate to yet. Please come back soon."
      />
      <NameFields />
      <EmailField isRequired />
      <FormActions>
        <Button type="submit" look="important" size="large" isBusy={form.isSending}>
          Show Bank Details
        </Button>
      </FormActions>
    </Form>
  );
}
