import { type InputHTMLAttributes, useId } from 'react';
import fields from '#web/site/shared/fields.module.css';

/** A field of a form that is sent by script alone; the browser itself says what is missing. */
export function PlainField({
  label,
  ...rest
}: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <p>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <input id={id} type="text" className={fields.input} {...rest} />
    </p>
  );
}
