import { TextField } from '#web/site/shared/fields.tsx';

/** Who may match a donation. */
export function EmployerField() {
  return (
    <TextField
      label="Your employer"
      description="Optional. Some employers match what their people give. Tell us its name, and we can ask it."
      name="employer"
      maxLength={200}
      autoComplete="organization"
    />
  );
}
