import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from '#web/ui/inline-form.module.css';

interface InlineFormProps {
  label: string;
  /** What will happen, in a sentence. */
  hint?: string;
  /** Another number each time the form starts anew: its first field then has the focus, as at first. */
  round: number;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  actions: ReactNode;
}

/** A short form that opens in the page, above the list it adds to. */
export function InlineForm({ label, hint, round, onSubmit, children, actions }: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is what starts it
  useEffect(() => form.current?.querySelector('input')?.focus(), [round]);
  return (
    <form ref={form} className={classes.form} aria-label={label} onSubmit={onSubmit} noValidate>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.fields}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </form>
  );
}
