import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { describeRoles } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { forgetSession, useCurrentUser } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import { sessionColumns } from '#web/admin/people/account/columns.tsx';
import { ProviderSection } from '#web/admin/people/account/provider-section.tsx';
import { SecondFactors } from '#web/admin/people/account/second-factors.tsx';
import { NewPasswordFields } from '#web/admin/people/sign-in/new-password-fields.tsx';
import { NewAddressNote } from '#web/admin/people/users/new-address-note.tsx';
import { useUpdateUser } from '#web/admin/people/users/use-update-user.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { ownAccount, PersonFields } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { ListTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { Fields, FormActions } from '#web/ui/form-layout.tsx';

/** Who you are, how you sign in, and where you are signed in. */
export default function AccountPage() {
  const user = useCurrentUser();
  const account = useEndpoint(endpoints.getAccount);
  const sessions = { ...account, data: account.data?.sessions };
  return (
    <>
      <PageHeader title="Account" />
      <p className="soft anywhere">
        {user?.firstName} {user?.lastName}, {user?.email}
      </p>
      {user && account.data?.newEmail && (
        <NewAddressNote userId={user.id} newEmail={account.data.newEmail} />
      )}
      <p className="soft">{`Your roles: ${describeRoles(user?.roles ?? [])}.`}</p>
      {user && (
        <AccountSection title="Your Details">
          <OwnDetailsForm key={`${user.firstName} ${user.lastName} ${user.email}`} user={user} />
        </AccountSection>
      )}
      <SecondFactors />
      {account.data?.provider && <ProviderSection provider={account.data.provider} />}
      <AccountSection title="Signed-In Browsers">
        <ListTable
          label="Signed-in browsers"
          columns={sessionColumns}
          rows={sessions}
          of="browsers"
          errorText="Your account could not be loaded."
        />
        <SignOutEverywhere />
      </AccountSection>
      <AccountSection title="Password">
        {account.data?.hasPassword === false ? (
          <p>
            You have no password here. You can choose one with “Forgot your password?” on the login
            page.
          </p>
        ) : (
          <>
            <p>A new password signs out all your other browsers.</p>
            <PasswordForm />
          </>
        )}
      </AccountSection>
    </>
  );
}

function SignOutEverywhere() {
  const queryClient = useQueryClient();
  const signOut = useSend(endpoints.signOutEverywhere, {
    said: 'You are signed out everywhere',
    onDone: () => forgetSession(queryClient),
    // There is nothing left to read.
    changes: false,
  });
  const question = useModal('sign-out');
  return (
    <AccountActions>
      <Button variant="default" onClick={() => question.open()}>
        Sign Out Everywhere
      </Button>
      <ConfirmModal
        title="Sign Out Everywhere"
        text="This signs out all your browsers immediately, including this one."
        action="Sign Out"
        {...question.dialog}
        onConfirm={() => signOut.mutateAsync()}
      />
    </AccountActions>
  );
}

/** The name and the address of whoever is signed in, who may change both whatever their roles are. */
function OwnDetailsForm({ user }: { user: CurrentUser }) {
  const { onUpdated, ...update } = useUpdateUser();
  const { id, firstName, lastName, email } = user;
  const { form, onSubmit } = useEndpointForm({
    ...update,
    params: { id },
    initialValues: { firstName, lastName, email },
    onDone: onUpdated,
    // A new address is not theirs yet.
    startsAnew: true,
  });
  return (
    <form className="max-34" aria-label="Your details" onSubmit={onSubmit} noValidate>
      <Fields>
        <PersonFields form={form} fillIn={ownAccount} />
        <p className="soft">
          A new email address takes effect once you open the link that we send to it.
        </p>
        <FormActions>
          <Button type="submit" loading={form.submitting}>
            Save Changes
          </Button>
        </FormActions>
      </Fields>
    </form>
  );
}

const schema = () =>
  import('#contract/people/account.ts').then((contract) => contract.passwordChangeForm);

/** Changes the own password. */
function PasswordForm() {
  const user = useCurrentUser();
  const changePassword = useSend(endpoints.changePassword, { said: ({ message }) => message });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    schema,
    async send({ confirmPassword: _, ...body }) {
      await changePassword.mutateAsync({ body });
    },
    startsAnew: true,
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
