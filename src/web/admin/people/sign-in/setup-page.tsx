import { Button } from '@mantine/core';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser, useSetUpFirstAdministrator } from '#web/admin/client/session.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { ownAccount, PersonFields } from '#web/admin/shared/person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where the first administrator of a new site signs up, with the link from its start. */
export default function SetupPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const token = query.get('token');
  // Also redirects right after the setup, which signs in.
  if (user) return <Navigate to={paths.admin.dashboard} replace />;
  if (!token) return <Navigate to={paths.login} replace />;
  return (
    <NarrowPage
      title={`Welcome to ${siteInfo.name}`}
      lead="Create the first administrator of this site. You can invite the others afterward."
    >
      <SetupForm token={token} />
    </NarrowPage>
  );
}

// The contract has one schema for each half of the form.
const schema = () =>
  Promise.all([import('#contract/people/sign-in.ts'), import('#contract/people/users.ts')]).then(
    ([auth, users]) => users.userInput.and(auth.newPasswordForm),
  );

/** Makes the first administrator's account. */
function SetupForm({ token }: { token: string }) {
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
