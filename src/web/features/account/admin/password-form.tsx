import { Button, PasswordInput } from '@mantine/core';
import { useChangePassword } from '#web/admin/queries/account.ts';
import { useCurrentUser } from '#web/client/session.ts';
import classes from '#web/ui/fieldset.module.css';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const schema = import('#contract/people/account.ts').then((contract) => contract.passwordChangeForm);
schema.catch(() => {});

export function PasswordForm() {
  const user = useCurrentUser();
  const changePassword = useChangePassword();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    schema: () => schema,
    async send({ confirmPassword: _, ...values }) {
      await changePassword.mutateAsync(values);
      form.reset();
    },
  });
  return (
    <form
      className={`${classes.form} ${classes.tight}`}
      aria-label="Change your password"
      onSubmit={onSubmit}
      noValidate
    >
      {/* For password managers, which look for the account a password belongs to. */}
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <PasswordInput
        label="Current Password"
        name="currentPassword"
        autoComplete="current-password"
        aria-required="true"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordFields form={form} label="New Password" />
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          Change Password
        </Button>
      </div>
    </form>
  );
}
