import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { CauseId, ExpenseId, NominationId } from '#contract/ids.ts';
import type { Expense } from '#contract/spending/expenses.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { CorrectExpenseModal } from '#web/admin/spending/expenses/correct-expense-modal.tsx';
import { ExpenseItem } from '#web/admin/spending/expenses/expense-item.tsx';
import {
  RecordExpenseForm,
  type RecordExpenseFormProps,
} from '#web/admin/spending/expenses/record-expense-form.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface ExpensesSectionProps {
  nominationId: NominationId;
  causeId: CauseId;
  /** Allocated and not spent. */
  leftCents: number;
  /** Only an accepted or completed nomination has money to spend, and not everybody may spend it. */
  canSpend: boolean;
  uploads: Uploads;
  opens: boolean;
}

/** The expenses of a nomination, and their dialogs. */
export function ExpensesSection(props: ExpensesSectionProps) {
  const { nominationId, causeId, leftCents, canSpend, uploads, opens } = props;
  const expenses = useEndpoint(endpoints.listExpenses, { params: { id: nominationId } });
  const files = useFiles(nominationId);
  const mayAllocate = useMay('allocations.write');
  const maySpend = useMay('money.write');
  const record = useModal('record');
  const release = useModal('release-rest');
  const undo = useModal('undo');
  const correct = useModal('correct-expense');
  const find = (value: string | null) => expenses.data?.find(({ id }) => id === value) ?? null;
  const findCounted = (value: string | null) => {
    const found = maySpend ? find(value) : null;
    return found?.undoneAt === null ? found : null;
  };
  return (
    <FoldedSection id="expenses" title="Expenses" summary={expenses.data?.length} opens={opens}>
      <CallState call={expenses} failed="The expenses could not be loaded." />
      {expenses.data && (
        <>
          {leftCents > 0 && mayAllocate && (
            <div className="row gap-2 touch">
              <Button variant="default" onClick={() => release.open()}>
                Release What Is Not Spent
              </Button>
            </div>
          )}
          {expenses.data.length === 0 && <EmptyNote>Nothing has been spent yet.</EmptyNote>}
          <ul className="list above-4" aria-label="Expenses">
            {expenses.data.map((expense) => (
              <ExpenseItem
                key={expense.id}
                expense={expense}
                receipts={(files.data ?? []).filter(({ id }) => expense.receiptIds.includes(id))}
                acts={
                  maySpend
                    ? {
                        onCorrect: () => correct.open(expense.id),
                        onUndo: () => undo.open(expense.id),
                      }
                    : null
                }
                onAgain={canSpend ? () => record.open(expense.id) : null}
              />
            ))}
          </ul>
          <RecordExpenseModal
            nominationId={nominationId}
            causeId={causeId}
            leftCents={leftCents}
            uploads={uploads}
            again={find(record.value)}
            opened={record.isOpen && canSpend}
            onClose={record.close}
          />
          <CorrectExpenseModal expense={findCounted(correct.value)} onClose={correct.close} />
          <UndoExpenseModal
            expense={findCounted(undo.value)}
            onAgain={canSpend ? record.open : null}
            onClose={undo.close}
          />
          <ReleaseLeftoversModal
            nominationId={nominationId}
            leftCents={leftCents}
            opened={release.isOpen && leftCents > 0 && mayAllocate}
            onClose={release.close}
          />
        </>
      )}
    </FoldedSection>
  );
}

interface UndoExpenseModalProps {
  expense: Expense | null;
  /** Opens the form with what was typed for an undone expense; null where nothing can be recorded. */
  onAgain: ((id: ExpenseId) => void) | null;
  onClose: () => void;
}

function UndoExpenseModal({ expense, onAgain, onClose }: UndoExpenseModalProps) {
  const shown = useLastValue(expense);
  const [againFor, setAgainFor] = useState<ExpenseId | null>(null);
  if (shown === null) return null;
  const isAgain = againFor === shown.id;
  return (
    <FormDialog
      title="Undo Expense"
      text={`The ${formatCents(shown.amount)} paid to ${shown.payee} will count as not spent. The expense stays in the list, struck through, and its receipts can be used again.`}
      action={isAgain ? 'Undo and Record Again' : 'Undo'}
      to={endpoints.undoExpense}
      params={{ id: shown.id }}
      initialValues={{ reason: '' }}
      said={({ amount }) => `Expense of ${formatCents(amount)} undone`}
      {...(isAgain && onAgain && { onDone: ({ id }: Expense) => onAgain(id) })}
      opened={expense !== null}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReasonField
            description="Kept in the audit trail."
            data-autofocus
            {...form.getInputProps('reason')}
          />
          {onAgain && (
            <Checkbox
              label="Then record it again"
              description="The form opens with what was typed, for another amount."
              checked={isAgain}
              onChange={(event) => setAgainFor(event.currentTarget.checked ? shown.id : null)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ReleaseLeftoversModalProps extends DialogProps {
  nominationId: NominationId;
  leftCents: number;
}

function ReleaseLeftoversModal({ nominationId, leftCents, ...dialog }: ReleaseLeftoversModalProps) {
  return (
    <ReasonModal
      {...dialog}
      title="Release What Is Not Spent"
      text={`${formatCents(leftCents)} goes back to the donations it came from and can be allocated again.`}
      action="Release"
      hint="Kept in the audit trail."
      to={endpoints.releaseLeftovers}
      params={{ id: nominationId }}
      said={({ released }) => `${formatCents(released)} released`}
    />
  );
}

interface RecordExpenseModalProps extends RecordExpenseFormProps {
  opened: boolean;
}

/** The dialog in which an expense is recorded. */
function RecordExpenseModal({ opened, ...form }: RecordExpenseModalProps) {
  return (
    <Modal title="Record an Expense" opened={opened} onClose={form.onClose}>
      <RecordExpenseForm key={form.again?.id ?? 'new'} {...form} />
    </Modal>
  );
}
