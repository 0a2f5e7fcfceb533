import { Button, PasswordInput } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Fields, FormActions } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/people/account.ts').then((contract) => contract.passwordChangeForm);

/** Changes the own password. */
export function PasswordForm() {
  const user = useCurrentUser();
  const changePassword = useSend(endpoints.changePassword, { said: ({ message }) => message });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    schema,
    async send({ confirmPassword: _, ...body }) {
      await changePassword.mutateAsync({ body });
      form.reset();
    },
  });
  return (
    <form className="max-34" aria-label="Change your password" onSubmit={onSubmit} noValidate>
      <Fields>
        {/* For password managers, which look for the account that a password belongs to. */}
        <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
        <PasswordInput
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          aria-required="true"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields form={form} label="New Password" />
        <FormActions>
          <Button type="submit" loading={form.submitting}>
            Change Password
          </Button>
        </FormActions>
      </Fields>
    </form>
  );
}
