import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '#web/client/api-client.ts';
import { useLogin } from '#web/client/session.ts';
import { paths } from '#web/client/paths.ts';
import { EmailField } from '#web/shared/email-field.tsx';
import classes from '#web/ui/fieldset.module.css';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

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
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...form.getInputProps('password')}
      />
      {asksForCode && (
        <TextInput
          ref={codeField}
          label="Code"
          description="The one that your authenticator app shows now, or one of your recovery codes."
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Login
        </Button>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </div>
    </form>
  );
}
