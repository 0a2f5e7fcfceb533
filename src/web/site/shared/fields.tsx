import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import classes from '#web/site/shared/fields.module.css';
import { useFieldState } from '#web/site/shared/form.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

/*
 * The browser's own fields. What is typed stays in them, not in React: so a field can be filled in before the script is
 * there. The name of a field is its id, too; a page has one form.
 */

interface FieldProps {
  name: string;
  label: string;
  description?: ReactNode;
}

/** The label, the description, and the message of a field, and what the field itself needs to belong to them. */
function useField({ name, description }: Omit<FieldProps, 'label'>) {
  const { value, error } = useFieldState(name);
  // What is wrong first: it is what somebody who comes back to the field has to hear.
  const ids = [error && `${name}-error`, description && `${name}-description`].filter(Boolean);
  return {
    error,
    attributes: {
      id: name,
      name,
      defaultValue: value,
      className: classes.input,
      'aria-invalid': error !== undefined,
      'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    },
  };
}

function Framed({
  name,
  label,
  description,
  error,
  children,
}: FieldProps & { error: string | undefined; children: ReactNode }) {
  return (
    <div>
      <label className={classes.label} htmlFor={name}>
        {label}
      </label>
      {description && (
        <div className={classes.description} id={`${name}-description`}>
          {description}
        </div>
      )}
      {children}
      <FieldError name={name} error={error} />
    </div>
  );
}

function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className={classes.error} id={`${name}-error`}>
      {error}
    </p>
  );
}

/** A field for one line of text. */
export function TextField({
  name,
  label,
  description,
  isLarge = false,
  ...rest
}: FieldProps & { isLarge?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  const { error, attributes } = useField({ name, description });
  const className = isLarge ? `${classes.input} ${classes.large} numbers` : classes.input;
  return (
    <Framed name={name} label={label} description={description} error={error}>
      <input type="text" {...attributes} className={className} {...rest} />
    </Framed>
  );
}

/** A field for several lines of text. */
export function TextArea({
  name,
  label,
  description,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { error, attributes } = useField({ name, description });
  return (
    <Framed name={name} label={label} description={description} error={error}>
      <textarea rows={4} {...attributes} {...rest} />
    </Framed>
  );
}

/** A choice of one option, which are its children. */
export function SelectField({
  name,
  label,
  description,
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const { error, attributes } = useField({ name, description });
  return (
    <Framed name={name} label={label} description={description} error={error}>
      <div className={classes.select}>
        <select {...attributes} {...rest}>
          {children}
        </select>
        <svg viewBox="0 0 12 8" aria-hidden="true">
          <path d="m1 1 5 5 5-5" />
        </svg>
      </div>
    </Framed>
  );
}

/** A box to check. */
export function CheckboxField({
  name,
  label,
  description,
  onChange,
}: Pick<FieldProps, 'name' | 'label'> & {
  description?: string;
  onChange?: (isChecked: boolean) => void;
}) {
  const { value, error } = useFieldState(name);
  return (
    <div>
      <Checkbox
        name={name}
        label={label}
        description={description}
        value="true"
        defaultChecked={value !== undefined}
        {...(error !== undefined && {
          'aria-invalid': true,
          'aria-describedby': `${name}-error`,
        })}
        {...(onChange && { onChange })}
      />
      <FieldError name={name} error={error} />
    </div>
  );
}
