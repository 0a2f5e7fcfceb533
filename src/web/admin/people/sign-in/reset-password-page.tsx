import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { usePasswordLink, useResetPassword } from '#web/admin/client/session.ts';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const title = 'Reset Your Password';

/** Where the link from an email leads to choose a new password. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (!token) return <Navigate to={paths.forgotPassword} replace />;
  return <ResetPassword token={token} />;
}

/** The form, or what is wrong with the link, before anybody thinks of a password in vain. */
function ResetPassword({ token }: { token: string }) {
  const link = usePasswordLink(token);
  if (link.isPending) return <ProgressRing />;
  if (link.data?.problem) {
    return (
      <NarrowPage title={title} lead={link.data.problem}>
        <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={title}
      lead="Use at least 8 characters, with a lowercase letter, an uppercase letter, and a number."
    >
      <ResetPasswordForm token={token} />
    </NarrowPage>
  );
}

const schema = () =>
  import('#contract/people/sign-in.ts').then((contract) => contract.newPasswordForm);

/** Sets a new password with the link from an email. */
function ResetPasswordForm({ token }: { token: string }) {
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
