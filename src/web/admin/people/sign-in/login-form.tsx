import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLogin } from '#web/admin/client/session.ts';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { isRefusal } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';

export function LoginForm() {
  const login = useLogin();
  const [asksForCode, setAsksForCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksForCode) codeField.current?.focus();
  }, [asksForCode]);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '', password: '', code: '' },
    async send({ code, ...credentials }) {
      try {
        await login.mutateAsync(asksForCode ? { ...credentials, code } : credentials);
      } catch (error) {
        if (isRefusal(error, 'second_factor_required')) setAsksForCode(true);
        throw error;
      }
    },
  });
  return (
    <StackedForm isTight onSubmit={onSubmit}>
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
        {...form.getInputProps('password')}
      />
      {asksForCode && (
        <TextInput
          ref={codeField}
          label="Code"
          description="The current code from your authenticator app, or one of your recovery codes."
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
      )}
      <FormActions>
        <Button type="submit" size="lg" loading={form.submitting}>
          Login
        </Button>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </FormActions>
    </StackedForm>
  );
}
