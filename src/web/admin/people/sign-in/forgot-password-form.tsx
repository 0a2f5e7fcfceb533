import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useForgotPassword } from '#web/client/session.ts';
import { paths } from '#web/client/paths.ts';
import { EmailField } from '#web/shared/email-field.tsx';
import classes from '#web/ui/fieldset.module.css';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

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
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Send Password Reset
        </Button>
        <Link to={paths.login}>Back to login</Link>
      </div>
    </form>
  );
}
