import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PasskeyId, SessionId } from '#contract/ids.ts';
import { BrowserError } from '#web/admin/client/browser-error.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { makePasskey, signWithPasskey } from '#web/admin/client/passkeys.ts';
import { forgetSession, sessionQuery } from '#web/admin/client/session.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const accountKey = ['account'];

/** How and where you are signed in. */
export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: ({ signal }) => call(endpoints.getAccount, { signal }),
});

/** {@link accountQuery}; use `enabled` if it is not always needed. */
export function useAccount(enabled = true) {
  return useQuery({ ...accountQuery, enabled });
}

/** A call that changes your own account and then reloads it. */
function useAccountChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  success?: (output: Output) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (output) => {
      if (success) notifySuccess(success(output));
      return queryClient.invalidateQueries({ queryKey: accountKey });
    },
  });
}

export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (passwordOrCode: string) =>
      call(endpoints.confirmIdentity, { body: { passwordOrCode } }),
  });
}

export function useConfirmWithPasskey() {
  return useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(endpoints.startPasskeyConfirmation));
      await call(endpoints.confirmWithPasskey, { body: { passkey } });
    },
  });
}

/** Opens the provider in a tab of its own, because the page with what was typed has to stay. */
export function useConfirmWithProvider() {
  return useMutation({
    async mutationFn() {
      // Before anything else: browsers open tabs only for a press.
      const tab = window.open('', '_blank');
      if (!tab)
        throw new BrowserError('Your browser did not open a new tab. Allow it for this site.');
      try {
        const { url } = await call(endpoints.confirmWithProvider);
        tab.location.replace(url);
      } catch (error) {
        tab.close();
        throw error;
      }
    },
  });
}

export function useChangePassword() {
  return useAccountChange(
    (body: { currentPassword: string; password: string }) =>
      call(endpoints.changePassword, { body }),
    ({ message }) => message,
  );
}

export function useStartSecondFactor() {
  return useMutation({ mutationFn: () => call(endpoints.startSecondFactor) });
}

export function useTurnOnSecondFactor() {
  return useAccountChange(
    (code: string) => call(endpoints.turnOnSecondFactor, { body: { code } }),
    () => 'Two-factor sign-in is on',
  );
}

export function useTurnOffSecondFactor() {
  return useFactorRemoval(
    () => call(endpoints.turnOffSecondFactor),
    'The authenticator app was removed',
  );
}

export function useAddPasskey() {
  return useAccountChange(
    async (name: string) => {
      const newPasskey = await makePasskey(await call(endpoints.startPasskey));
      return call(endpoints.addPasskey, { body: { name, newPasskey } });
    },
    () => 'The passkey was added',
  );
}

export function useRenamePasskey() {
  return useAccountChange(({ id, name }: { id: PasskeyId; name: string }) =>
    call(endpoints.renamePasskey, { params: { id }, body: { name } }),
  );
}

export function useRemovePasskey() {
  return useFactorRemoval(
    (id: PasskeyId) => call(endpoints.removePasskey, { params: { id } }),
    'The passkey was removed',
  );
}

/** Removes a second factor. If it was the last one and everybody needs one, the session says so from then on. */
function useFactorRemoval<Input>(remove: (input: Input) => Promise<unknown>, success: string) {
  const queryClient = useQueryClient();
  return useAccountChange(
    async (input: Input) => {
      await remove(input);
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
    },
    () => success,
  );
}

export function useConnectProvider() {
  return useMutation({
    mutationFn: () => call(endpoints.connectProvider),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function useDisconnectProvider() {
  return useAccountChange(
    () => call(endpoints.disconnectProvider),
    () => 'Your account was disconnected',
  );
}

export function useRenewRecoveryCodes() {
  return useAccountChange(() => call(endpoints.renewRecoveryCodes));
}

export function useEndOneSession() {
  return useAccountChange(
    (id: SessionId) => call(endpoints.endOneSession, { params: { id } }),
    () => 'That browser was signed out',
  );
}

export function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.signOutEverywhere),
    onSuccess: () => {
      notifySuccess('You are signed out everywhere');
      forgetSession(queryClient);
    },
  });
}
