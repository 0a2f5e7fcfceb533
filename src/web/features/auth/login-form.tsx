import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { useLogin } from '#web/features/auth/queries.ts';
import { paths } from '#web/paths.ts';
import classes from '#web/ui/fieldset.module.css';
import { useSubmitForm } from '#web/ui/use-submit-form.ts';

export function LoginForm() {
  const login = useLogin();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '', password: '' },
    send: (values) => login.mutateAsync(values),
  });
  return (
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...form.getInputProps('password')}
      />
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Login
        </Button>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </div>
    </form>
  );
}
