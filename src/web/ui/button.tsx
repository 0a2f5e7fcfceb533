import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import classes from '#web/ui/button.module.css';

interface Looks {
  /** `important` marks the one action that a page is about. */
  look?: 'filled' | 'important' | 'outline' | 'plain';
  size?: 'medium' | 'large';
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** Something is going on; a press does nothing. */
  isBusy?: boolean;
}

/** A button that a document draws, so that it works before any script. */
export function Button({
  look = 'filled',
  size = 'medium',
  isBusy = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${classes.button} ${className}`}
      data-look={look}
      data-size={size}
      // Not `disabled`, which would lose the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className={classes.spinner} />}
      {children}
    </button>
  );
}

/** A link that looks like a {@link Button}. */
export function ButtonLink({
  look = 'filled',
  size = 'medium',
  className = '',
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Looks) {
  return (
    <a {...rest} className={`${classes.button} ${className}`} data-look={look} data-size={size} />
  );
}

/** A button that is only an icon; `label` is its name. */
export function IconButton({
  label,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={`${classes.icon} ${className}`}
      aria-label={label}
      title={label}
    />
  );
}
