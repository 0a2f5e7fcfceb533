import type { FormEvent, ReactNode } from 'react';
import classes from '#web/admin/ui/form.module.css';

interface FormProps {
  /** What the form does, for screen readers, if no heading says so. */
  label?: string;
  isTight?: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** Stacked fields, with the buttons at the end. */
export function Form({ label, isTight = false, onSubmit, children }: FormProps) {
  return (
    <form
      className={isTight ? `${classes.form} ${classes.tight}` : classes.form}
      aria-label={label}
      onSubmit={onSubmit}
      noValidate
    >
      {children}
    </form>
  );
}

/** Stacked fields. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

/** Two short fields side by side, if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

/** The buttons of a {@link Form}. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
