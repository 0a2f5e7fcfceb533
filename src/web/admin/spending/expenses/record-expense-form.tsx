import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { formatCents, parseDollars } from '#core/money.ts';
import { type ProofKind, proofKinds } from '#core/proof-kinds.ts';
import { ApiError } from '#web/client/api-client.ts';
import { fileName } from '#web/admin/publishing/files/file-item.tsx';
import { useFiles } from '#web/admin/queries/uploads.ts';
import { useRecordSpending, useSpendings } from '#web/admin/queries/expenses.ts';
import adminClasses from '#web/styles/admin.module.css';
import classes from '#web/styles/proof.module.css';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface RecordSpendingModalProps {
  nominationId: string;
  leftCents: number;
  opened: boolean;
  onClose: () => void;
}

/** What was paid, to whom, and with which receipts. */
export function RecordSpendingModal({ opened, ...form }: RecordSpendingModalProps) {
  return (
    <Dialog title="Record a Payment" opened={opened} onClose={form.onClose}>
      <RecordSpendingForm {...form} />
    </Dialog>
  );
}

function RecordSpendingForm({
  nominationId,
  leftCents,
  onClose,
}: Omit<RecordSpendingModalProps, 'opened'>) {
  const receipts = useFreeReceipts(nominationId);
  const record = useRecordSpending(nominationId);
  const idempotency = useIdempotencyKey();
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      payee: '',
      paidOn: '',
      amount: '',
      purpose: '',
      proof: 'vendor_receipt' as ProofKind,
      receiptIds: [] as string[],
    },
    check: ({ payee, paidOn, amount, purpose, receiptIds }): Record<string, string> => ({
      ...(payee.trim() === '' && { payee: 'Required' }),
      ...(paidOn === '' && { paidOn: 'Required' }),
      ...amountErrors(amount),
      ...(purpose.trim() === '' && { purpose: 'Required' }),
      ...(receiptIds.length === 0 && { receiptIds: 'Choose at least one receipt' }),
    }),
    async send(values) {
      const content = { ...values, amount: parseDollars(values.amount) ?? 0 };
      try {
        await record.mutateAsync({ ...content, idempotencyKey: idempotency.keyFor(content) });
      } catch (error) {
        if (error instanceof ApiError && error.data?.code === 'insufficient_funds') {
          form.setFieldError('amount', error.data.message);
        }
        throw error;
      }
      idempotency.renew();
      onClose();
    },
  });
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      <TextInput
        label="Paid to"
        maxLength={200}
        data-autofocus
        aria-required="true"
        {...form.getInputProps('payee')}
      />
      <TextInput
        type="date"
        label="Paid on"
        aria-required="true"
        {...form.getInputProps('paidOn')}
      />
      <AmountField
        size="md"
        description={`${formatCents(leftCents)} are left to spend.`}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="What for"
        rows={2}
        maxLength={500}
        aria-required="true"
        {...form.getInputProps('purpose')}
      />
      <NativeSelect
        label="Kind of proof"
        data={Object.entries(proofKinds).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('proof')}
      />
      <Checkbox.Group label="Receipts" {...form.getInputProps('receiptIds')}>
        {receipts.length === 0 && (
          <p className={classes.small}>
            There is no free receipt yet. Close this and add one under “Receipts, photos and
            videos”.
          </p>
        )}
        {receipts.map((file) => (
          <Checkbox key={file.id} mt="xs" value={file.id} label={receiptName(file)} />
        ))}
      </Checkbox.Group>
      <div className={adminClasses.modalActions}>
        <Button type="submit" color="marigold" loading={form.submitting}>
          Record Payment
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Complete receipts that prove no other payment. */
function useFreeReceipts(nominationId: string): StoredFile[] {
  const files = useFiles(nominationId);
  const spendings = useSpendings(nominationId);
  const used = new Set(spendings.data?.flatMap(({ receiptIds }) => receiptIds));
  return (files.data ?? []).filter(
    ({ id, kind, state }) =>
      kind === 'receipt' && (state === 'ready' || state === 'processing') && !used.has(id),
  );
}

function receiptName(file: StoredFile): string {
  return `${fileName(file)} (${(file.sha256 ?? file.id).slice(0, 12)}…)`;
}
