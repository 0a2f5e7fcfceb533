import { ForgotPasswordForm } from '#web/admin/people/sign-in/forgot-password-form.tsx';
import classes from '#web/site/shared/form-page.module.css';

export default function ForgotPasswordPage() {
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Forgot Your Password?</h1>
      <p className={classes.lead}>
        Enter your email address, and we send you a link to choose a new one.
      </p>
      <ForgotPasswordForm />
    </div>
  );
}
