import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { describeRoles } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { forgetSession, useCurrentUser } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import { sessionColumns } from '#web/admin/people/account/columns.tsx';
import { OwnDetailsForm } from '#web/admin/people/account/own-details-form.tsx';
import { PasswordForm } from '#web/admin/people/account/password-form.tsx';
import { ProviderSection } from '#web/admin/people/account/provider-section.tsx';
import { SecondFactors } from '#web/admin/people/account/second-factors.tsx';
import { NewAddressNote } from '#web/admin/people/users/new-address-note.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { ListTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

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
