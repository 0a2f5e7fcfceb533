import { ForgotPasswordForm } from '#web/admin/people/sign-in/forgot-password-form.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

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
