import { Navigate, useSearchParams } from 'react-router';
import { ResetPasswordForm } from '#web/admin/people/sign-in/reset-password-form.tsx';
import { paths } from '#web/client/paths.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (!token) return <Navigate to={paths.forgotPassword} replace />;
  return (
    <NarrowPage
      title="Reset Your Password"
      lead="Use at least 8 characters, with a lowercase letter, an uppercase letter, and a number."
    >
      <ResetPasswordForm token={token} />
    </NarrowPage>
  );
}
