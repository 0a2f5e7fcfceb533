import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useResetPassword } from '#web/admin/client/session.ts';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { paths } from '#web/client/paths.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/people/sign-in.ts').then((contract) => contract.newPasswordForm);

/** Sets a new password with the link from an email. */
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
    <StackedForm isTight onSubmit={onSubmit}>
      <NewPasswordFields form={form} />
      <FormActions>
        <Button type="submit" size="lg" loading={form.submitting}>
          Reset Password
        </Button>
      </FormActions>
    </StackedForm>
  );
}
