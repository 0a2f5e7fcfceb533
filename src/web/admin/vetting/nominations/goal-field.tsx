import type { TextInputProps } from '@mantine/core';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { AmountField, optionalAmountErrors } from '#web/admin/shared/amount-field.tsx';

/** What a need asks for; empty for no goal. */
export function GoalField(props: TextInputProps) {
  return <AmountField label="Goal" name="goalAmount" size="md" aria-required="false" {...props} />;
}

/** The typed goal in cents; null for none. */
export function parseGoal(typed: string): number | null {
  return typed.trim() === '' ? null : (parseAmount(typed) ?? 0);
}

export function goalErrors(typed: string): Record<string, string> {
  return optionalAmountErrors('goalAmount', typed);
}
