import { Navigate, useSearchParams } from 'react-router';
import { ResetPasswordForm } from '#web/admin/people/sign-in/reset-password-form.tsx';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/shared/form-page.module.css';

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (!token) return <Navigate to={paths.forgotPassword} replace />;
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Reset Your Password</h1>
      <p className={classes.lead}>
        At least 8 characters, with a lowercase letter, an uppercase letter and a number.
      </p>
      <ResetPasswordForm token={token} />
    </div>
  );
}
