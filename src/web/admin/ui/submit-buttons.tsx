import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface SubmitButtonsProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** The label of the button that sends the form, which says what it does. */
  action: ReactNode;
  cancel?: string;
  onCancel: () => void;
  /** Buttons between the two. */
  children?: ReactNode;
}

/** The button that sends a form, and the one that leaves it. */
export function SubmitButtons(props: SubmitButtonsProps) {
  const { action, cancel = 'Cancel', onCancel, children, ...submit } = props;
  return (
    <>
      <Button type="submit" {...submit}>
        {action}
      </Button>
      {children}
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
    </>
  );
}
