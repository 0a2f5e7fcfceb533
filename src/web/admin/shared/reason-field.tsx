import { Textarea, type TextareaProps } from '@mantine/core';

/** The reason for an action, kept in the records. */
export function ReasonField(props: TextareaProps) {
  return <Textarea label="Reason" name="reason" rows={3} aria-required="true" {...props} />;
}
