import { Link, Navigate, useSearchParams } from 'react-router';
import { usePasswordLink } from '#web/admin/client/session.ts';
import { ResetPasswordForm } from '#web/admin/people/sign-in/reset-password-form.tsx';
import { paths } from '#web/client/paths.ts';
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
