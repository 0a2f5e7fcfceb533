import type { InputHTMLAttributes } from 'react';
import classes from '#web/ui/checkbox.module.css';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label: string;
  description?: string | undefined;
  onChange?: (isChecked: boolean) => void;
}

/** A box to check, with its name beside it. */
export function Checkbox({ label, description, onChange, ...rest }: CheckboxProps) {
  return (
    <label className={`row unwrapped gap-3 pad-y-2 start ${classes.check}`}>
      <input
        {...rest}
        type="checkbox"
        onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
      />
      <span>
        {label}
        {description && <span className="soft small block">{description}</span>}
      </span>
    </label>
  );
}
