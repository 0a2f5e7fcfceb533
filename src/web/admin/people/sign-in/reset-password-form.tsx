import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useResetPassword } from '#web/client/session.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/ui/fieldset.module.css';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const schema = () => import('#contract/people/sign-in.ts').then((contract) => contract.newPasswordForm);

export function ResetPasswordForm({ token }: { token: string }) {
  const resetPassword = useResetPassword();
  const navigate = useNavigate();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { password: '', confirmPassword: '' },
    schema,
    async send({ password }) {
      await resetPassword.mutateAsync({ password, token });
      await navigate(paths.login);
    },
  });
  return (
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <NewPasswordFields form={form} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" loading={form.submitting}>
          Reset Password
        </Button>
      </div>
    </form>
  );
}
