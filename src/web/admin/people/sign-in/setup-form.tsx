import { Button } from '@mantine/core';
import { useSetUpFirstAdministrator } from '#web/admin/client/session.ts';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { ownAccount, PersonFields } from '#web/admin/shared/person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';

// The contract has one schema for each half of the form.
const schema = () =>
  Promise.all([import('#contract/people/sign-in.ts'), import('#contract/people/users.ts')]).then(
    ([auth, users]) => users.userInput.and(auth.newPasswordForm),
  );

/** Makes the first administrator's account. */
export function SetupForm({ token }: { token: string }) {
  const setUp = useSetUpFirstAdministrator();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    schema,
    send: ({ confirmPassword: _, ...values }) => setUp.mutateAsync({ ...values, token }),
  });
  return (
    <StackedForm isTight onSubmit={onSubmit}>
      <PersonFields form={form} fillIn={ownAccount} />
      <NewPasswordFields form={form} />
      <FormActions>
        <Button type="submit" size="lg" loading={form.submitting}>
          Create Administrator
        </Button>
      </FormActions>
    </StackedForm>
  );
}
