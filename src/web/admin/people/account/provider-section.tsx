import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Account } from '#contract/people/account.ts';
import { tellThatItIsConfirmed } from '#web/admin/client/confirmed-elsewhere.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import { ProviderRefusalNote } from '#web/admin/people/sign-in/provider-refusal.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { Banner } from '#web/admin/ui/banner.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** Connects the account with the one at the provider, and disconnects it. */
export function ProviderSection({ provider }: { provider: NonNullable<Account['provider']> }) {
  const { name, connectedAt } = provider;
  const [query] = useSearchParams();
  const connect = useSend(endpoints.connectProvider, {
    changes: false,
    onDone: ({ url }) => window.location.assign(url),
  });
  const disconnect = useSend(endpoints.disconnectProvider, {
    said: 'Your account was disconnected',
  });
  const question = useModal('disconnect');
  return (
    <AccountSection title={`Sign In with ${name}`}>
      <ProviderRefusalNote reason={query.get('refused')} />
      {query.has('confirmed') && <ConfirmedNote />}
      {connectedAt === null ? (
        <>
          <StatusMark shape="ring" word="Not connected" />
          <p>Connect your account at {name}, and it signs you in here, too.</p>
          <AccountActions>
            <Button
              variant="default"
              loading={connect.isPending || connect.isSuccess}
              onClick={() => connect.mutate()}
            >
              Connect
            </Button>
          </AccountActions>
        </>
      ) : (
        <>
          <StatusMark shape="tick" word={`Connected since ${formatDate(connectedAt)}`} />
          <AccountActions>
            <Button variant="default" onClick={() => question.open()}>
              Disconnect
            </Button>
          </AccountActions>
        </>
      )}
      <ConfirmModal
        title={`Disconnect ${name}`}
        text={`${name} does not sign you in anymore. If you have never chosen a password here, do so with “Forgot your password?” on the login page.`}
        action="Disconnect"
        {...question.dialog}
        onConfirm={async () => {
          await disconnect.mutateAsync();
          focusContent();
        }}
      />
    </AccountSection>
  );
}

/** Shown in the tab that the provider has come back to, and tells the one that waits for it. */
function ConfirmedNote() {
  useEffect(tellThatItIsConfirmed, []);
  return (
    <Banner label="You have confirmed it is you">
      <p>Go back to the tab where you were asked. It goes on there, and you can close this one.</p>
    </Banner>
  );
}
