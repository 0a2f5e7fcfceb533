import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from '#web/admin/ui/reasoned-button.module.css';

interface ReasonedButtonProps extends ButtonProps {
  /** Why the button is disabled; null if it is enabled. */
  reason: string | null;
  onClick: () => void;
  children: ReactNode;
}

/** A button that says why it is disabled. */
export function ReasonedButton({ reason, children, ...rest }: ReasonedButtonProps) {
  const id = useId();
  if (reason === null) return <Button {...rest}>{children}</Button>;
  return (
    <span className={classes.reasoned}>
      <Button {...rest} disabled aria-describedby={id}>
        {children}
      </Button>
      <span id={id} className={classes.reason}>
        {reason}
      </span>
    </span>
  );
}
