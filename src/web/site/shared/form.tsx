import { createContext, type ReactNode, use } from 'react';
import { emptyForm, type FormState } from '#contract/documents.ts';
import { honeypotName } from '#contract/form-fields.ts';
import classes from '#web/site/shared/form.module.css';
import type { SiteForm } from '#web/site/shared/use-site-form.ts';
import { StackedForm } from '#web/ui/form-layout.tsx';

const FormContext = createContext<FormState>(emptyForm());

/** What the field of a form shows: what was typed, and what is wrong with it. */
export function useFieldState(name: string): {
  value: string | undefined;
  error: string | undefined;
} {
  const { values, errors } = use(FormContext);
  return { value: values[name], error: errors[name] };
}

interface FormProps {
  form: SiteForm;
  /** Where a browser without script posts it: the address of its own page. */
  action: string;
  isTight?: boolean;
  /** Called at each change of any field. */
  onChange?: () => void;
  children: ReactNode;
}

/**
 * A form that works before its script is there and without any: the browser then posts it to its own page, which the
 * server draws again with what was typed and what was wrong.
 */
export function Form({ form, action, isTight = false, onChange, children }: FormProps) {
  return (
    <StackedForm
      ref={form.ref}
      isTight={isTight}
      method="post"
      action={action}
      onChange={onChange}
      onSubmit={form.onSubmit}
    >
      {form.state.message !== null && (
        <p className="alarm wide" role="alert">
          {form.state.message}
        </p>
      )}
      <FormContext value={form.state}>{children}</FormContext>
      {form.state.ticket !== null && (
        <input type="hidden" name="ticket" value={form.state.ticket} />
      )}
      {form.state.key !== null && <input type="hidden" name="key" value={form.state.key} />}
      <Honeypot />
    </StackedForm>
  );
}

/**
 * A field that people can neither see nor reach. Bots that fill in every field give themselves away. Where a browser
 * fills it in, the form is accepted after a challenge.
 */
function Honeypot() {
  return (
    <div className={classes.honeypot} aria-hidden="true">
      <label>
        Website
        <input name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
