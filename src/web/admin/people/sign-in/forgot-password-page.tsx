import { ForgotPasswordForm } from '#web/admin/people/sign-in/forgot-password-form.tsx';
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
