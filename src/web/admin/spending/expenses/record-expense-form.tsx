import { Checkbox, type CheckboxProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { CauseId, FileId, NominationId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { type ReceiptKind, receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AddFilesButton } from '#web/admin/publishing/files/add-files-button.tsx';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import { fileName } from '#web/admin/publishing/files/file-words.ts';
import { UploadList } from '#web/admin/publishing/files/upload-list.tsx';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { readId } from '#web/client/paths.ts';

export interface RecordExpenseFormProps {
  nominationId: NominationId;
  causeId: CauseId;
  leftCents: number;
  uploads: Uploads;
  /** An undone one that is recorded again, with what was typed. */
  again: Expense | null;
  onClose: () => void;
}

/** Records an expense with its receipts. */
export function RecordExpenseForm({
  nominationId,
  causeId,
  leftCents,
  uploads,
  again,
  onClose,
}: RecordExpenseFormProps) {
  const files = useFreeReceipts(nominationId);
  const receipts = files.filter(({ state }) => state !== 'failed');
  const causes = useEndpoint(endpoints.listCauses);
  const isOver = (id: string) =>
    files.some((file) => file.id === id && file.state === 'failed') ||
    (again?.receiptIds.some((had) => had === id) && !files.some((file) => file.id === id));
  const cause = causes.data?.find(({ id }) => id === causeId);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.recordExpense,
    params: { id: nominationId },
    initialValues: {
      payee: again?.payee ?? '',
      paidOn: again?.paidOn ?? isoDayOf(new Date(), siteInfo.timeZone),
      amount: again ? centsToDecimal(again.amount) : '',
      purpose: again?.purpose ?? '',
      receiptKind: again?.receiptKind ?? ('vendor_receipt' as ReceiptKind),
      paysCardCosts: again?.paysCardCosts ?? false,
      receiptIds: (again?.receiptIds ?? []) as string[],
    },
    toBody: ({ amount, receiptIds, ...values }) => ({
      ...values,
      amount: parseAmount(amount) ?? 0,
      // One that was added here and could not be read is no receipt, nor is one that another expense has taken since.
      receiptIds: receiptIds.filter((id) => !isOver(id)).map((id) => readId<FileId>(id)),
    }),
    check: ({ amount }) => amountErrors(amount),
    said: ({ amount }) => `Expense of ${formatCents(amount)} recorded`,
    onClose,
  });
  return (
    <form className="grid max-42" noValidate onSubmit={onSubmit}>
      <TextInput
        label="Paid to"
        data-autofocus={again === null || undefined}
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
        data-autofocus={again !== null || undefined}
        description={`${formatCents(leftCents)} is left to spend.`}
        {...form.getInputProps('amount')}
      />
      <Textarea label="Purpose" rows={2} aria-required="true" {...form.getInputProps('purpose')} />
      {cause?.isForRunningCosts && (
        <PaysCardCostsField {...form.getInputProps('paysCardCosts', { type: 'checkbox' })} />
      )}
      <NativeSelect
        label="Kind of receipt"
        data={Object.entries(receiptKinds).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('receiptKind')}
      />
      <div>
        <Checkbox.Group
          label="Receipts"
          description="A photo or a PDF. It stays private until you black it out and publish it. An added file is kept with the nomination, even if you do not record the expense."
          {...form.getInputProps('receiptIds')}
        >
          {receipts.map((file) => (
            <Checkbox key={file.id} mt="xs" value={file.id} label={<FileLabel file={file} />} />
          ))}
        </Checkbox.Group>
        {files
          .filter(({ id, failure }) => failure && form.getValues().receiptIds.includes(id))
          .map((file) => (
            <p key={file.id} role="alert">{`${fileName(file)}: ${file.failure}`}</p>
          ))}
        <UploadList uploads={uploads} kind="receipt" />
        <div className="above-3">
          <AddFilesButton
            kind="receipt"
            uploads={uploads}
            onDone={(id) => form.setFieldValue('receiptIds', (chosen) => [...chosen, id])}
          />
        </div>
      </div>
      <ModalActions>
        <SubmitButtons
          action="Record Expense"
          color="marigold"
          loading={form.submitting}
          onCancel={onClose}
        />
      </ModalActions>
    </form>
  );
}

/** Uploaded receipts that no other expense uses, with those that could not be read. */
function useFreeReceipts(nominationId: NominationId): StoredFile[] {
  const files = useFiles(nominationId);
  const expenses = useEndpoint(endpoints.listExpenses, { params: { id: nominationId } });
  const used = new Set(
    expenses.data?.flatMap(({ receiptIds, undoneAt }) => (undoneAt === null ? receiptIds : [])),
  );
  return (files.data ?? []).filter(
    ({ id, kind, state }) =>
      kind === 'receipt' &&
      (state === 'ready' || state === 'processing' || state === 'failed') &&
      !used.has(id),
  );
}

/** Marks an expense that pays what the payment provider or the bank took already. */
function PaysCardCostsField(props: CheckboxProps) {
  const { data } = useEndpoint(endpoints.getCardCosts);
  return (
    <Checkbox
      label="Pays card costs"
      description={`The payment provider or the bank took the money already, so no line of the bank will show it.${data ? ` ${describeMissing(-data.balance)}` : ''}`}
      {...props}
    />
  );
}

function describeMissing(cents: number): string {
  return cents > 0
    ? `${formatCents(cents)} of card costs is not paid for yet.`
    : 'All card costs are paid for at the moment.';
}
