import { TextInput } from '@mantine/core';
import { maxDepositLines } from '#core/giving/deposits.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { CountField } from '#web/admin/shared/count-field.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

interface CountedFieldsProps {
  /** The properties of an input of the form, by its name. */
  inputProps: (name: 'title' | 'expectedCount' | 'expectedAmount') => object;
}

/** What was counted before anything is entered. */
export function CountedFields({ inputProps }: CountedFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="So that your team recognizes it, such as “Box at the summer fair”."
        aria-required="true"
        {...inputProps('title')}
      />
      <FieldPair>
        <CountField
          label="Counted lines"
          min={1}
          max={maxDepositLines}
          aria-required="true"
          {...inputProps('expectedCount')}
        />
        <TextInput
          label="Counted total"
          inputMode="decimal"
          {...signSection()}
          autoComplete="off"
          aria-required="true"
          {...inputProps('expectedAmount')}
        />
      </FieldPair>
    </>
  );
}

/** What is wrong with what was counted; what is missing is for the schema to refuse. */
export function countedErrors(expectedAmount: string): Record<string, string> {
  const isRead = expectedAmount.trim() === '' || parseAmount(expectedAmount) !== null;
  return isRead ? {} : { expectedAmount: notAnAmount(expectedAmount) };
}
