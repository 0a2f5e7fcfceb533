import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { formatCents, parseDollars } from '#core/money.ts';
import { type ReceiptKind, receiptKinds } from '#core/receipt-kinds.ts';
import { fileName } from '#web/admin/publishing/files/file-words.ts';
import { useExpenses, useRecordExpense } from '#web/admin/queries/expenses.ts';
import { useFiles } from '#web/admin/queries/files.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import classes from '#web/admin/spending/expenses/record-expense-form.module.css';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { readId } from '#web/client/paths.ts';

interface RecordExpenseFormProps {
  nominationId: NominationId;
  leftCents: number;
  onDone: () => void;
}

export function RecordExpenseForm({ nominationId, leftCents, onDone }: RecordExpenseFormProps) {
  const receipts = useFreeReceipts(nominationId);
  const record = useRecordExpense(nominationId);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      payee: '',
      paidOn: '',
      amount: '',
      purpose: '',
      receiptKind: 'vendor_receipt' as ReceiptKind,
      receiptIds: [] as string[],
    },
    toInput: ({ amount, receiptIds, ...values }) => ({
      ...values,
      amount: parseDollars(amount) ?? 0,
      receiptIds: receiptIds.map((id) => readId<FileId>(id)),
    }),
    schema: () =>
      import('#contract/spending/expenses.ts').then((contract) => contract.expenseInput),
    check: ({ amount }) => amountErrors(amount),
    async send(input, idempotencyKey) {
      await record.mutateAsync({ ...input, idempotencyKey });
      onDone();
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
        description={`${formatCents(leftCents)} is left to spend.`}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Purpose"
        rows={2}
        maxLength={500}
        aria-required="true"
        {...form.getInputProps('purpose')}
      />
      <NativeSelect
        label="Kind of receipt"
        data={Object.entries(receiptKinds).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('receiptKind')}
      />
      <Checkbox.Group label="Receipts" {...form.getInputProps('receiptIds')}>
        {receipts.length === 0 && (
          <p className={classes.none}>
            There are no unused receipts. Close this dialog and add one under “Receipts, Photos, and
            Videos.”
          </p>
        )}
        {receipts.map((file) => (
          <Checkbox key={file.id} mt="xs" value={file.id} label={receiptName(file)} />
        ))}
      </Checkbox.Group>
      <ModalActions>
        <Button type="submit" color="marigold" loading={form.submitting}>
          Record Expense
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}

/** Uploaded receipts that no other expense uses. */
function useFreeReceipts(nominationId: NominationId): StoredFile[] {
  const files = useFiles(nominationId);
  const expenses = useExpenses(nominationId);
  const used = new Set(expenses.data?.flatMap(({ receiptIds }) => receiptIds));
  return (files.data ?? []).filter(
    ({ id, kind, state }) =>
      kind === 'receipt' && (state === 'ready' || state === 'processing') && !used.has(id),
  );
}

function receiptName(file: StoredFile): string {
  return `${fileName(file)} (${(file.sha256 ?? file.id).slice(0, 12)}…)`;
}
