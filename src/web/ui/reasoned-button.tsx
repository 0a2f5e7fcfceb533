import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from '#web/ui/reasoned-button.module.css';

interface ReasonedButtonProps extends ButtonProps {
  /** Why it cannot be pressed; null when it can. */
  reason: string | null;
  onClick: () => void;
  children: ReactNode;
}

/** A button that says why it is off. */
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
