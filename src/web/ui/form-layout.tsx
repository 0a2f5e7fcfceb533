import type { ComponentProps, ReactNode } from 'react';
import classes from '#web/ui/form-layout.module.css';

interface StackedFormProps extends Omit<ComponentProps<'form'>, 'className' | 'noValidate'> {
  /** For a few fields without groups. */
  isTight?: boolean;
}

/** A form whose parts are stacked, with the buttons at the end. Its messages are ours, not the browser's. */
export function StackedForm({ isTight = false, ...rest }: StackedFormProps) {
  return <form {...rest} className={isTight ? 'stack gap-5 max-34' : 'stack gap-10'} noValidate />;
}

/** Stacked fields. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className="stack gap-5">{children}</div>;
}

/** A group of fields with a heading. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={`display full block ${classes.legend}`}>{legend}</legend>
      <Fields>{children}</Fields>
    </fieldset>
  );
}

/** Two short fields side by side, if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={`grid gap-5 ${classes.pair}`}>{children}</div>;
}

/** The buttons of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={`row gap-6 gap-y-4 center ${classes.actions}`}>{children}</div>;
}
