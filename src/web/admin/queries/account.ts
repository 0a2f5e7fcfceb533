import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { forgetSession } from '#web/admin/client/session.ts';
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
  return useAccountChange(
    () => call(endpoints.turnOffSecondFactor),
    () => 'Two-factor sign-in is off',
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
