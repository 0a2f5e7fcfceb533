import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

/** A password to be chosen, and again to be sure. */
export function NewPasswordFields<Values extends NewPasswordValues>({
  form,
  label = 'Password',
}: {
  form: UseFormReturnType<Values>;
  /** What the first field is called. */
  label?: string;
}) {
  return (
    <>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="new-password"
        aria-required="true"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed first' }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        aria-required="true"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed second' }}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}
