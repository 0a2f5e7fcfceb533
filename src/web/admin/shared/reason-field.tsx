import { Textarea, type TextareaProps } from '@mantine/core';

/** Why something is done, for the records. */
export function ReasonField(props: TextareaProps) {
  return (
    <Textarea
      label="Reason"
      name="reason"
      rows={3}
      maxLength={500}
      aria-required="true"
      {...props}
    />
  );
}

/** Nothing is done without a reason. */
export function reasonErrors(reason: string): Record<string, string> {
  return reason.trim() === '' ? { reason: 'Required' } : {};
}
