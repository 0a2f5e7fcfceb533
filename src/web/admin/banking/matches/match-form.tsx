import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { MatchedLine, MatchPart } from '#contract/banking/bank-matches.ts';
import { matchWords } from '#core/banking/bank-proposals.ts';
import { formatDay } from '#core/platform/dates.ts';
import { centsToDecimal, formatCents, sumCents } from '#core/platform/money.ts';
import { askAboutAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';

interface Part {
  /** A kind, and after a space an id. */
  what: string;
  /** As typed, without a sign: the parts have the sign of the line. */
  amount: string;
  reason: string;
}

interface MatchFormProps {
  line: MatchedLine;
  /** The heading of all that can be said, while it is one thing. */
  legend: string;
  onClose: () => void;
}

/** Says what a line is: one thing with all of its amount, or several that come to it. */
export function MatchForm({ line, legend, onClose }: MatchFormProps) {
  const sign = Math.sign(line.cents);
  const whole = centsToDecimal(Math.abs(line.cents));
  const exact = line.targets.find(({ openCents }) => openCents === line.cents);
  const first: Part = {
    what: exact ? `${exact.kind} ${exact.id}` : '',
    amount: whole,
    reason: '',
  };
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.matchLine,
    said: 'The line was matched',
    params: { id: line.id },
    initialValues: { parts: [first] },
    toBody: ({ parts }) => ({ parts: parts.map((part) => toPart(part, sign)) }),
    check: ({ parts }) => errorsOf(parts, Math.abs(line.cents)),
    onClose,
  });
  const { parts } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      {parts.map((part, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added and removed at the end.
          key={place}
          className="grid gap-3 above-6"
        >
          <legend className="below-2 strong">
            {parts.length === 1 ? legend : `Part ${place + 1}`}
          </legend>
          <NativeSelect
            label="Matched with"
            data={choicesOf(line)}
            {...form.getInputProps(`parts.${place}.what`)}
          />
          {parts.length > 1 && (
            <TextInput
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
              {...signSection()}
              {...form.getInputProps(`parts.${place}.amount`)}
            />
          )}
          {part.what === 'ignored' && (
            <TextInput
              label="Reason"
              description="Such as “Rent of the office, paid from membership fees”."
              {...form.getInputProps(`parts.${place}.reason`)}
            />
          )}
        </fieldset>
      ))}
      <ModalActions>
        <SubmitButtons action="Match" loading={form.submitting} onCancel={onClose}>
          <Button
            variant="default"
            onClick={() => form.insertListItem('parts', { what: '', amount: '', reason: '' })}
          >
            Split
          </Button>
          {parts.length > 1 && (
            <Button
              variant="default"
              onClick={() => {
                form.removeListItem('parts', parts.length - 1);
                if (parts.length === 2) form.setFieldValue('parts.0.amount', whole);
              }}
            >
              Remove Part
            </Button>
          )}
        </SubmitButtons>
      </ModalActions>
    </form>
  );
}

function choicesOf({ cents, targets, transfers }: MatchedLine) {
  const fee = { value: 'fee', label: matchWords.fee };
  const ignored = { value: 'ignored', label: matchWords.ignored };
  return [
    { value: '', label: 'Choose what it is' },
    ...targets.map(({ kind, id, name, day, openCents }) => ({
      value: `${kind} ${id}`,
      label: `${name}, ${formatDay(day)}, ${formatCents(openCents)}`,
    })),
    ...transfers.map(({ id, account, bookedOn }) => ({
      value: `transfer ${id}`,
      label: `Transfer: ${account.name}, ${formatDay(bookedOn)}`,
    })),
    // Money that comes is rarely a fee that the bank pays back.
    ...(cents > 0 ? [ignored, fee] : [fee, ignored]),
  ];
}

function errorsOf(parts: Part[], wholeCents: number): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [place, { what, amount, reason }] of parts.entries()) {
    if (what === '') errors[`parts.${place}.what`] = 'Choose what it is';
    if (what === 'ignored' && reason.trim() === '') errors[`parts.${place}.reason`] = 'Required';
    if ((parseAmount(amount) ?? 0) <= 0) {
      errors[`parts.${place}.amount`] = askAboutAmount(amount) ?? 'Enter an amount';
    }
  }
  const sum = sumCents(parts.map(({ amount }) => parseAmount(amount) ?? 0));
  if (Object.keys(errors).length === 0 && sum !== wholeCents) {
    errors[`parts.${parts.length - 1}.amount`] =
      `The parts come to ${formatCents(sum)}, and the line is ${formatCents(wholeCents)}`;
  }
  return errors;
}

function toPart({ what, amount, reason }: Part, sign: number): MatchPart {
  const [kind, id] = what.split(' ');
  const cents = sign * (parseAmount(amount) ?? 0);
  // The server checks that the id is one of its kind.
  return { kind, cents, ...(id && { id }), ...(kind === 'ignored' && { reason }) } as MatchPart;
}
