import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Deposit } from '#contract/giving/deposits.ts';
import { differenceOf, maxDepositLines } from '#core/giving/deposits.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { endpointQuery, useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { CountedFields, countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import { LineFields, lineErrors } from '#web/admin/giving/deposits/line-fields.tsx';
import classes from '#web/admin/giving/deposits/open-deposit-form.module.css';
import {
  entered,
  newLine,
  readDeposit,
  type TypedDeposit,
  typedDeposit,
} from '#web/admin/giving/deposits/typed-deposit.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Fields } from '#web/ui/form-layout.tsx';
import { notifySuccess } from '#web/ui/notify.ts';

/**
 * Enters the lines of a deposit, by the keyboard alone if somebody wants to: Tab goes on, Enter begins the next line, and
 * the arrows go up and down.
 */
export function OpenDepositForm({ deposit }: { deposit: Deposit }) {
  const { id } = deposit;
  const close = useSend(endpoints.closeDeposit);
  const remove = useSend(endpoints.deleteDeposit, { said: 'The deposit was deleted' });
  const deleting = useModal('delete');
  const navigate = useNavigate();
  const isClosing = useRef(false);
  // What is typed was typed about this revision, whatever was read since.
  const revision = useRef(deposit.revision);
  const sent = useRef<TypedDeposit>(null);
  const queryClient = useQueryClient();
  const read = endpointQuery(endpoints.getDeposit, { params: { id } });
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.saveDeposit,
    params: { id },
    initialValues: typedDeposit(deposit),
    toBody(values) {
      // It has been read again a moment before it shows.
      recognize(queryClient.getQueryData(read.queryKey) ?? deposit);
      return readDeposit(values, revision.current);
    },
    check(values: TypedDeposit) {
      sent.current = values;
      return {
        ...lineErrors(entered(values.depositLines)),
        ...countedErrors(values.expectedAmount),
      };
    },
    async onDone(saved) {
      revision.current = saved.revision;
      // What was typed meanwhile is not saved.
      form.resetDirty(sent.current ?? undefined);
      if (!isClosing.current) return notifySuccess('Saved');
      const { confirmObstacle } = await close.mutateAsync({
        params: { id },
        body: { revision: saved.revision },
      });
      notifySuccess(
        confirmObstacle === null
          ? 'Closed. It can be confirmed now.'
          : 'Closed. Somebody else can confirm it now.',
      );
    },
  });

  /** Whether it is known; what was sent is saved, if its answer was lost, and what was typed since goes on from there. */
  function recognize(stored: Deposit): boolean {
    if (stored.revision === revision.current) return true;
    if (sent.current === null || !isSaved(sent.current, stored)) return false;
    revision.current = stored.revision;
    form.resetDirty(sent.current);
    return true;
  }

  // What somebody else has saved is taken over, unless it would replace what was typed here: saving then says so.
  const takeOver = useEffectEvent(() => {
    if (recognize(deposit) || form.submitting || form.isDirty()) return;
    revision.current = deposit.revision;
    form.setValues(typedDeposit(deposit));
    form.resetDirty(typedDeposit(deposit));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what there is to take over
  useEffect(() => takeOver(), [deposit.revision]);

  return (
    <>
      <form className="stack gap-5" onSubmit={onSubmit} noValidate aria-label="Deposit">
        <Fields>
          <CountedFields inputProps={(name) => form.getInputProps(name)} />
        </Fields>
        <Lines form={form} />
        <Totals typed={form.values} />
        <div className="row">
          <Button
            type="submit"
            loading={form.submitting}
            onClick={() => {
              isClosing.current = false;
            }}
          >
            Save
          </Button>
          <Button
            type="submit"
            variant="default"
            disabled={form.submitting}
            onClick={() => {
              isClosing.current = true;
            }}
          >
            Save and Close
          </Button>
          <Button
            variant="subtle"
            color="clay"
            disabled={form.submitting}
            onClick={() => deleting.open()}
          >
            Delete
          </Button>
        </div>
      </form>
      {/* Beside the form, not in it: React would hand the form what is submitted in the dialog. */}
      <ConfirmModal
        title="Delete Deposit"
        text="The deposit and all of its lines will be deleted. Nothing of it was booked."
        action="Delete"
        {...deleting.dialog}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } });
          // Nothing is left to save.
          form.resetDirty();
        }}
        onDone={() => void navigate(paths.admin.deposits, { replace: true })}
      />
    </>
  );
}

/** The lines, with what the keyboard does in them. */
function Lines({ form }: { form: UseFormReturnType<TypedDeposit> }) {
  const causes = useEndpoint(endpoints.listCauses);
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const lines = form.values.depositLines;

  // A new line is focused once it is there.
  useEffect(() => {
    if (focused === null) return;
    fieldAt(list.current, focused, 'amount')?.focus();
    setFocused(null);
  }, [focused]);

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const { row, column } = (event.target as HTMLElement).dataset;
    if (row === undefined || column === undefined) return;
    const place = Number(row);
    if (event.key === 'Enter') {
      event.preventDefault();
      if (place + 1 < lines.length) fieldAt(list.current, place + 1, 'amount')?.focus();
      else addLine();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a list or a day, the arrows choose.
    if (step === undefined || !(event.target as HTMLElement).matches('input:not([type=date])'))
      return;
    event.preventDefault();
    fieldAt(list.current, place + step, column)?.focus();
  }

  function addLine() {
    if (lines.length >= maxDepositLines) return;
    form.insertListItem('depositLines', newLine(lines.at(-1)));
    setFocused(lines.length);
  }

  return (
    <>
      <p className={`soft ${classes.hint}`}>
        Tab goes to the next field, Enter to the next line, and the arrows up and down.
      </p>
      <ol ref={list} className={`list ${classes.lines}`} aria-label="Lines" onKeyDown={onKeyDown}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          <li key={place}>
            <LineFields
              place={place}
              line={line}
              causes={causes.data ?? []}
              errors={form.errors}
              onChange={(changes) =>
                form.setFieldValue(`depositLines.${place}`, { ...line, ...changes })
              }
              onRemove={lines.length > 1 ? () => form.removeListItem('depositLines', place) : null}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button variant="default" onClick={addLine}>
          Add Line
        </Button>
      </div>
    </>
  );
}

/** Whether a deposit is as it was typed. */
function isSaved(typed: TypedDeposit, deposit: Deposit): boolean {
  const [ours, stored] = [typed, typedDeposit(deposit)].map((one) => readDeposit(one, 0));
  return JSON.stringify(ours) === JSON.stringify(stored);
}

/** A field by its line and its name. */
function fieldAt(list: HTMLOListElement | null, row: number, column: string) {
  return list?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
}

/** How far it is: lines and money, and what is missing. */
function Totals({ typed }: { typed: TypedDeposit }) {
  const lines = entered(typed.depositLines).map(({ amount }) => ({
    cents: parseAmount(amount) ?? 0,
  }));
  const expectedCount = Number(typed.expectedCount);
  const expectedCents = parseAmount(typed.expectedAmount) ?? 0;
  const cents = sumCents(lines.map((line) => line.cents));
  const difference = differenceOf({ expectedCount, expectedCents }, lines);
  return (
    <p
      className={`lined pad-y-3 strong numbers wide ${classes.totals}`}
      aria-live="polite"
      data-right={difference === null || undefined}
    >
      {`${lines.length} of ${countOf(expectedCount, 'line')}, ${formatCents(cents)} of ${formatCents(expectedCents)}. `}
      {difference ?? 'It adds up.'}
    </p>
  );
}
