import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BrowserError } from '#web/admin/client/browser-error.ts';
import { onConfirmedElsewhere } from '#web/admin/client/confirmed-elsewhere.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { signWithPasskey } from '#web/admin/client/passkeys.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { endpointQuery, useChange, useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { call, onConfirmIdentity } from '#web/client/api-client.ts';

type Answer = (isConfirmed: boolean) => void;

/**
 * Asks for a confirmation before an action that could do great harm from an unattended browser. The call that
 * needed it is then sent again. After a reload there is no such call, so the dialog does not open.
 */
export function ConfirmIdentityModal() {
  const modal = useModal('confirm');
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isConfirmed = useRef(false);

  const ask = useEffectEvent((resolve: Answer) => {
    isConfirmed.current = false;
    setAnswer(() => resolve);
    modal.open();
  });
  useEffect(() => {
    onConfirmIdentity(async () => {
      // The dialog asks for what this account signs in with.
      await queryClient.prefetchQuery(endpointQuery(endpoints.getAccount, {}));
      return new Promise((resolve) => ask(resolve));
    });
    return () => onConfirmIdentity(async () => false);
  }, [queryClient]);

  // Resolves once the dialog has left the address: the repeated call may close another dialog, which goes back, too.
  const follow = useEffectEvent((isOpen: boolean) => {
    if (!isOpen) {
      answer?.(isConfirmed.current);
      setAnswer(null);
    } else if (answer === null) modal.close();
  });
  useEffect(() => follow(modal.isOpen), [modal.isOpen]);
  // Ends the wait for a confirmation that can no longer come.
  useEffect(() => () => answer?.(false), [answer]);

  return (
    <Modal
      title="Please Confirm It Is You"
      opened={modal.isOpen && answer !== null}
      onClose={modal.close}
      size="narrow"
    >
      <ProofForm
        onCancel={modal.close}
        onConfirmed={() => {
          isConfirmed.current = true;
          modal.close();
        }}
      />
    </Modal>
  );
}

/** Opens the provider in a tab of its own, because the page with what was typed has to stay. */
async function confirmWithProvider(): Promise<void> {
  // Before anything else: browsers open tabs only for a press.
  const tab = window.open('', '_blank');
  if (!tab) throw new BrowserError('Your browser did not open a new tab. Allow it for this site.');
  try {
    const { url } = await call(endpoints.confirmWithProvider);
    tab.location.replace(url);
  } catch (error) {
    tab.close();
    throw error;
  }
}

async function confirmWithPasskey(): Promise<void> {
  const passkey = await signWithPasskey(await call(endpoints.startPasskeyConfirmation));
  await call(endpoints.confirmWithPasskey, { body: { passkey } });
}

function ProofForm({ onCancel, onConfirmed }: { onCancel: () => void; onConfirmed: () => void }) {
  const user = useCurrentUser();
  const account = useEndpoint(endpoints.getAccount).data;
  const { authenticatorApp = null, passkeys = [], passkeyProblem = null } = account ?? {};
  const provider = account?.provider?.connectedAt ? account.provider.name : null;
  const hasPasskeys = passkeys.length > 0 && passkeyProblem === null;
  const hasSecondFactor = authenticatorApp !== null || passkeys.length > 0;
  const hasPassword = account?.hasPassword ?? true;
  const canType = hasSecondFactor || hasPassword;
  const withPasskey = useChange(confirmWithPasskey, { changes: false });
  const withProvider = useChange(confirmWithProvider, { changes: false });
  const confirmed = useEffectEvent(onConfirmed);
  useEffect(() => onConfirmedElsewhere(() => confirmed()), []);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.confirmIdentity,
    initialValues: { passwordOrCode: '' },
    changes: false,
    onClose: onConfirmed,
  });
  return (
    <form className="stack gap-5" onSubmit={onSubmit} noValidate>
      <p>
        You signed in or confirmed it a while ago, and only you should make this change. Anything
        you typed is kept.
      </p>
      {hasSecondFactor && (
        <TextInput
          label="Code"
          description={
            authenticatorApp
              ? 'The current code from your authenticator app, or one of your recovery codes.'
              : 'One of your recovery codes, if you do not have your passkey.'
          }
          name="passwordOrCode"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          aria-required="true"
          data-autofocus
          {...form.getInputProps('passwordOrCode')}
        />
      )}
      {!hasSecondFactor && hasPassword && (
        <>
          {/* For password managers, which look for the account that a password belongs to. */}
          <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
          <PasswordInput
            label="Your Password"
            name="passwordOrCode"
            autoComplete="current-password"
            aria-required="true"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
            {...form.getInputProps('passwordOrCode')}
          />
        </>
      )}
      {!canType && (
        <p>
          {provider
            ? `You have no password here. Confirm it at ${provider}, in a new tab.`
            : 'You have no password here. Choose one with “Forgot your password?” on the login page.'}
        </p>
      )}
      <div className="row to-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {hasPasskeys && (
          <Button
            variant="default"
            loading={withPasskey.isPending}
            onClick={() => withPasskey.mutate(undefined, { onSuccess: onConfirmed })}
          >
            Use a Passkey
          </Button>
        )}
        {provider && (
          <Button
            variant={canType ? 'default' : 'filled'}
            loading={withProvider.isPending}
            onClick={() => withProvider.mutate()}
          >
            {`Use ${provider}`}
          </Button>
        )}
        {canType && (
          <Button type="submit" loading={form.submitting}>
            Continue
          </Button>
        )}
      </div>
    </form>
  );
}
