import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Deposit } from '#contract/giving/deposits.ts';
import { countOf } from '#core/counts.ts';
import { isoDayOf } from '#core/dates.ts';
import { maxDepositLines } from '#core/deposits.ts';
import { centsToDecimal, formatCents, parseAmount, sumCents } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { CountedFields, countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import {
  isEmptyLine,
  LineFields,
  lineErrors,
  type TypedLine,
} from '#web/admin/giving/deposits/line-fields.tsx';
import classes from '#web/admin/giving/deposits/open-deposit-form.module.css';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { LeaveQuestion } from '#web/admin/shared/leave-question.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths, readId } from '#web/client/paths.ts';
import { Fields } from '#web/ui/form-layout.tsx';
import { notifySuccess } from '#web/ui/notify.ts';

const schema = () =>
  import('#contract/giving/deposits.ts').then((contract) => contract.saveDeposit.body);

/**
 * Enters the lines of a deposit, by the keyboard alone if somebody wants to: Tab goes on, Enter begins the next line, and
 * the arrows go up and down.
 */
export function OpenDepositForm({ deposit }: { deposit: Deposit }) {
  const { id } = deposit;
  const causes = useEndpoint(endpoints.listCauses);
  const save = useSend(endpoints.saveDeposit);
  const close = useSend(endpoints.closeDeposit);
  const remove = useSend(endpoints.deleteDeposit);
  const deleting = useModal('delete');
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  const isClosing = useRef(false);
  const isDeleted = useRef(false);
  const [focused, setFocused] = useState<number | null>(null);
  // What is typed was typed about this revision, whatever was read since.
  const revision = useRef(deposit.revision);
  const sent = useRef<Typed>(null);
  const { form, onSubmit } = useSubmitForm({
    initialValues: typedOf(deposit),
    toInput: ({ title, expectedCount, expectedAmount, depositLines }) => ({
      title,
      revision: revision.current,
      expectedCount: Number(expectedCount),
      expectedAmount: parseAmount(expectedAmount) ?? 0,
      depositLines: entered(depositLines).map(({ amount, causeId, bankLineId, ...line }) => ({
        ...line,
        ...(bankLineId !== null && { bankLineId }),
        amount: parseAmount(amount) ?? 0,
        causeId: readId<Deposit['lines'][number]['cause']['id']>(causeId),
      })),
    }),
    schema,
    check(values) {
      sent.current = values;
      return {
        ...lineErrors(entered(values.depositLines)),
        ...countedErrors(values.expectedAmount),
      };
    },
    async send(body) {
      const saved = await save.mutateAsync({ params: { id }, body });
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
  const { depositLines: lines, expectedCount, expectedAmount } = form.values;

  // What somebody else has saved is taken over, unless it would replace what was typed here: saving then says so.
  const takeOver = useEffectEvent(() => {
    if (deposit.revision === revision.current || form.submitting || form.isDirty()) return;
    revision.current = deposit.revision;
    form.setValues(typedOf(deposit));
    form.resetDirty(typedOf(deposit));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what there is to take over
  useEffect(() => takeOver(), [deposit.revision]);

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
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label="Deposit">
        <Fields>
          <CountedFields inputProps={(name) => form.getInputProps(name)} />
        </Fields>
        <p className={classes.hint}>
          Tab goes to the next field, Enter to the next line, and the arrows up and down.
        </p>
        <ol ref={list} className={classes.lines} aria-label="Lines" onKeyDown={onKeyDown}>
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
                onRemove={
                  lines.length > 1 ? () => form.removeListItem('depositLines', place) : null
                }
              />
            </li>
          ))}
        </ol>
        <div>
          <Button variant="default" onClick={addLine}>
            Add Line
          </Button>
        </div>
        <Totals
          lines={entered(lines)}
          expectedCount={Number(expectedCount)}
          expectedCents={parseAmount(expectedAmount) ?? 0}
        />
        <div className={classes.actions}>
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
      <LeaveQuestion isDirty={() => form.isDirty() && !isDeleted.current} />
      {/* Beside the form, not in it: React would hand the form what is submitted in the dialog. */}
      <ConfirmModal
        title="Delete Deposit"
        text="The deposit and all of its lines will be deleted. Nothing of it was booked."
        action="Delete"
        opened={deleting.isOpen}
        onClose={deleting.close}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } });
          isDeleted.current = true;
        }}
        onDone={() => void navigate(paths.admin.deposits, { replace: true })}
      />
    </>
  );
}

type Typed = ReturnType<typeof typedOf>;

/** A deposit as somebody types it. */
function typedOf(deposit: Deposit) {
  return {
    title: deposit.title,
    expectedCount: deposit.expectedCount as number | string,
    expectedAmount: centsToDecimal(deposit.expectedAmount),
    depositLines: linesToEnter(deposit),
  };
}

interface TotalsProps {
  lines: TypedLine[];
  expectedCount: number;
  expectedCents: number;
}

/** How far it is: lines and money, and what is missing. */
function Totals({ lines, expectedCount, expectedCents }: TotalsProps) {
  const cents = sumCents(lines.map(({ amount }) => parseAmount(amount) ?? 0));
  const missing = expectedCents - cents;
  const isRight = missing === 0 && lines.length === expectedCount;
  return (
    <p className={classes.totals} aria-live="polite" data-right={isRight || undefined}>
      {`${lines.length} of ${countOf(expectedCount, 'line')}, ${formatCents(cents)} of ${formatCents(expectedCents)}. `}
      {isRight && 'It adds up.'}
      {missing > 0 && `${formatCents(missing)} is missing.`}
      {missing < 0 && `${formatCents(-missing)} is too much.`}
      {missing === 0 && !isRight && 'The number of lines differs.'}
    </p>
  );
}

/** A field by its line and its name. */
function fieldAt(list: HTMLOListElement | null, row: number, column: string) {
  return list?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
}

/** All lines but the empty ones at the end. */
function entered(lines: TypedLine[]): TypedLine[] {
  return lines.slice(0, lines.findLastIndex((line) => !isEmptyLine(line)) + 1);
}

function typed({
  amount,
  cause,
  kind,
  receivedOn,
  checkNumber,
  ...line
}: Deposit['lines'][number]): TypedLine {
  const { firstName, lastName, email, note, bankLineId } = line;
  return {
    kind,
    receivedOn,
    checkNumber,
    firstName,
    lastName,
    email,
    note,
    bankLineId,
    amount: centsToDecimal(amount),
    causeId: cause.id,
  };
}

/** The lines, and an empty one as long as fewer are entered than were counted: lines of a bank come complete. */
function linesToEnter({ lines, expectedCount }: Deposit): TypedLine[] {
  const known = lines.map(typed);
  const isComplete = known.length > 0 && known.length >= expectedCount;
  return isComplete ? known : [...known, newLine(known.at(-1))];
}

/** An empty line, with what usually stays the same from the one before. */
function newLine(before?: TypedLine): TypedLine {
  return {
    kind: before?.kind ?? 'check',
    receivedOn: before?.receivedOn ?? isoDayOf(new Date(), siteInfo.timeZone),
    causeId: before?.causeId ?? '',
    amount: '',
    checkNumber: '',
    firstName: '',
    lastName: '',
    email: '',
    note: '',
    bankLineId: null,
  };
}
