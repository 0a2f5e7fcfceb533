import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BankLineId } from '#contract/ids.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import { type DepositKind, depositKinds } from '#core/giving/deposits.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import classes from '#web/admin/giving/deposits/line-fields.module.css';

/** A line as somebody types it. */
export interface TypedLine {
  kind: DepositKind;
  amount: string;
  receivedOn: string;
  checkNumber: string;
  causeId: string;
  firstName: string;
  lastName: string;
  email: string;
  note: string;
  /** The line of the bank that it was entered from: amount, day, and kind stay as they are. */
  bankLineId: BankLineId | null;
}

/** Whether nothing is typed: kind, day, and cause come from the line before. */
export function isEmptyLine(line: TypedLine): boolean {
  const { amount, checkNumber, firstName, lastName, email, note } = line;
  return `${amount}${checkNumber}${firstName}${lastName}${email}${note}`.trim() === '';
}

/** What the contract cannot say of the lines: that an amount was typed as something else. */
export function lineErrors(lines: TypedLine[]): Record<string, string> {
  return Object.fromEntries(
    [...lines.entries()]
      .filter(([, { amount }]) => amount.trim() !== '' && parseAmount(amount) === null)
      .map(([place, { amount }]) => [`depositLines.${place}.amount`, notAnAmount(amount)]),
  );
}

type FieldName = Exclude<keyof TypedLine, 'bankLineId'>;

interface LineFieldsProps {
  place: number;
  line: TypedLine;
  causes: Cause[];
  errors: Record<string, ReactNode>;
  onChange: (changes: Partial<TypedLine>) => void;
  /** Null for the only line. */
  onRemove: (() => void) | null;
}

/** The fields of one line, plain ones: a deposit has up to 150 lines. */
export function LineFields({ place, line, causes, errors, onChange, onRemove }: LineFieldsProps) {
  const number = place + 1;
  const isFromBank = line.bankLineId !== null;
  const field = (name: FieldName, label: string) => {
    const path = `depositLines.${place}.${name}`;
    const error = errors[path];
    return {
      'data-row': place,
      'data-column': name,
      'data-path': path,
      'aria-label': `${label}, line ${number}`,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${path}-error` : undefined,
      value: line[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        onChange({ [name]: currentTarget.value }),
    };
  };
  const cell = (name: FieldName, label: string) => ({
    label,
    error: errors[`depositLines.${place}.${name}`],
    id: `depositLines.${place}.${name}-error`,
  });
  const text = (name: FieldName, label: string, isLong = false) => (
    <Cell {...cell(name, label)} isLong={isLong}>
      <input
        maxLength={endpoints.saveDeposit.limits?.[`depositLines.${name}`]}
        autoComplete="off"
        {...field(name, label)}
      />
    </Cell>
  );
  return (
    <div className={`grid lined gap-2 pad-y-3 start ${classes.line}`}>
      <span className={`soft right numbers ${classes.number}`} aria-hidden="true">
        <span className={classes.word}>Line </span>
        {number}
      </span>
      <div className={classes.fields}>
        <Cell {...cell('amount', 'Amount')}>
          <input
            inputMode="decimal"
            autoComplete="off"
            readOnly={isFromBank}
            {...field('amount', 'Amount')}
          />
        </Cell>
        {text('checkNumber', 'Check number')}
        {text('firstName', 'First name')}
        {text('lastName', 'Last name')}
        {text('email', 'Email', true)}
        {text('note', 'Note', true)}
        <Cell {...cell('kind', 'Kind')}>
          <select disabled={isFromBank} {...field('kind', 'Kind')}>
            {Object.entries(depositKinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </Cell>
        <Cell {...cell('receivedOn', 'Received on')}>
          <input type="date" readOnly={isFromBank} {...field('receivedOn', 'Received on')} />
        </Cell>
        <Cell {...cell('causeId', 'Cause')} isLong>
          <select {...field('causeId', 'Cause')}>
            <option value="">Choose a cause</option>
            {causes.map((cause) => (
              <option key={cause.id} value={cause.id}>
                {nameWithState(cause)}
              </option>
            ))}
          </select>
        </Cell>
      </div>
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          size={36}
          aria-label={`Remove line ${number}`}
          // Whoever types does not come by.
          tabIndex={-1}
          onClick={onRemove}
        >
          <IconTrash size={20} />
        </ActionIcon>
      )}
    </div>
  );
}

interface CellProps {
  label: string;
  error: ReactNode;
  /** Of the element with the error. */
  id: string;
  isLong?: boolean;
  children: ReactNode;
}

/** A field under its label. Its name for screen readers says the line as well. */
function Cell({ label, error, id, isLong = false, children }: CellProps) {
  return (
    <div className={classes.cell} data-long={isLong || undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the field is what it contains */}
      <label>
        <span className={`soft block ${classes.label}`} aria-hidden="true">
          {label}
        </span>
        {children}
      </label>
      {error && (
        <p id={id} className="above-1 problem smaller">
          {error}
        </p>
      )}
    </div>
  );
}
