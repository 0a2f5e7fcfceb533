import { Button, TextInput } from '@mantine/core';
import { useForgotPassword } from '#web/features/auth/queries.ts';
import classes from '#web/ui/fieldset.module.css';
import { useSubmitForm } from '#web/ui/use-submit-form.ts';

export function ForgotPasswordForm() {
  const forgotPassword = useForgotPassword();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '' },
    async send({ email }) {
      await forgotPassword.mutateAsync(email);
      form.reset();
    },
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
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Send Password Reset
        </Button>
      </div>
    </form>
  );
}
