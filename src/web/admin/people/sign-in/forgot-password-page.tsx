import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { useForgotPassword } from '#web/admin/client/session.ts';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where somebody who forgot the password asks for a link. */
export default function ForgotPasswordPage() {
  return (
    <NarrowPage
      title="Forgot Your Password?"
      lead="Enter your email address, and we will send you a link to choose a new one."
    >
      <ForgotPasswordForm />
    </NarrowPage>
  );
}

/** Asks for an email with a link to choose a new password. */
function ForgotPasswordForm() {
  const forgotPassword = useForgotPassword();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '' },
    async send({ email }) {
      await forgotPassword.mutateAsync(email);
    },
    startsAnew: true,
  });
  return (
    <StackedForm isTight onSubmit={onSubmit}>
      <EmailField autoComplete="username" {...form.getInputProps('email')} />
      <FormActions>
        <Button type="submit" size="lg" loading={form.submitting}>
          Send Password Reset
        </Button>
        <Link to={paths.login}>Back to login</Link>
      </FormActions>
    </StackedForm>
  );
}
