import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { paths } from '#web/client/paths.ts';
import { useResetPassword } from '#web/client/session.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';
import { Form, FormActions } from '#web/ui/form.tsx';

const schema = () =>
  import('#contract/people/sign-in.ts').then((contract) => contract.newPasswordForm);

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
    <Form isTight onSubmit={onSubmit}>
      <NewPasswordFields form={form} />
      <FormActions>
        <Button type="submit" size="lg" loading={form.submitting}>
          Reset Password
        </Button>
      </FormActions>
    </Form>
  );
}
