import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

/** A new password, and its confirmation. */
export function NewPasswordFields<Values extends NewPasswordValues>({
  form,
  label = 'Password',
}: {
  form: UseFormReturnType<Values>;
  /** The label of the first field. */
  label?: string;
}) {
  return (
    <>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="new-password"
        aria-required="true"
        visibilityToggleButtonProps={{ 'aria-label': 'Show first entry' }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        aria-required="true"
        visibilityToggleButtonProps={{ 'aria-label': 'Show second entry' }}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}
