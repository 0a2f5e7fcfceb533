import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from '#web/admin/ui/inline-form.module.css';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useFocusBack } from '#web/admin/ui/use-focus-back.ts';

interface InlineFormProps {
  label: string;
  /** A sentence that says what will happen. */
  hint?: string;
  /** The label of the submit button. */
  action: string;
  /** A new number each time the form restarts, which focuses its first field again. */
  round: number;
  loading: boolean;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A short form that opens on the page, above the list that it adds to. */
export function InlineForm({ label, hint, action, round, loading, ...props }: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number triggers it
  useEffect(() => form.current?.querySelector('input')?.focus(), [round]);
  return (
    <form
      ref={form}
      className={`row gap-5 gap-y-4 below-6 start ${classes.form}`}
      aria-label={label}
      onSubmit={props.onSubmit}
      noValidate
    >
      {hint && <p className={`soft wide ${classes.hint}`}>{hint}</p>}
      <div className={`row gap-5 gap-y-4 ${classes.fields}`}>{props.children}</div>
      <div className={`row ${classes.actions}`}>
        <SubmitButtons action={action} loading={loading} onCancel={props.onCancel} />
      </div>
    </form>
  );
}

interface InlineFormToggleProps {
  form: { isOpen: boolean; open: () => void; close: () => void };
  children: ReactNode;
}

/** The button that opens an inline form and closes it again. */
export function InlineFormToggle({ form, children }: InlineFormToggleProps) {
  const button = useFocusBack(form.isOpen);
  const Icon = form.isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Button
      ref={button}
      variant={form.isOpen ? 'default' : 'filled'}
      aria-expanded={form.isOpen}
      rightSection={<Icon size={18} aria-hidden="true" />}
      onClick={() => (form.isOpen ? form.close() : form.open())}
    >
      {children}
    </Button>
  );
}
