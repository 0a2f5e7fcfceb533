import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import type { Right } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { signWithPasskey } from '#web/admin/client/passkeys.ts';
import { call } from '#web/client/api-client.ts';
import { dismissNotices, notifySuccess } from '#web/ui/notify.ts';

/** Who is signed in: requested once and never stale. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => call(endpoints.getSession, { retry: false }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // A failed check is repeated by a reload of the page, not by the next component that mounts.
  retryOnMount: false,
});

/** The signed-in administrator, or null. Only under the app shell, which waits for the session check. */
export function useCurrentUser() {
  return useQuery(sessionQuery).data ?? null;
}

/** Whether the signed-in person has a right: which buttons and pages they get. The server checks it itself. */
export function useMay(right: Right): boolean {
  return useCurrentUser()?.allowed.includes(right) ?? false;
}

/** How somebody may sign in here, besides a password. */
export function useSignInWays() {
  return useQuery({
    queryKey: ['session', 'ways'],
    queryFn: ({ signal }) => call(endpoints.getSignInWays, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type LoginForm = RequestOf<typeof import('#contract/people/sign-in.ts').login>['body'];

export function useLogin() {
  return useSigningIn((body: LoginForm) => call(endpoints.login, { body }));
}

/** Signs in with the password and a passkey in place of a code. */
export function useLoginWithPasskey() {
  return useSigningIn(async (body: LoginForm) => {
    const passkey = await signWithPasskey(await call(endpoints.startPasskeySignIn));
    return call(endpoints.login, { body: { ...body, passkey } });
  });
}

/** Signs in with a passkey alone. */
export function usePasskeySignIn() {
  return useSigningIn(async () => {
    const passkey = await signWithPasskey(await call(endpoints.startPasskeySignIn));
    return call(endpoints.signInWithPasskey, { body: { passkey } });
  });
}

/** Leaves for the provider of OpenID Connect, which sends the browser back. */
export function useProviderSignIn() {
  return useMutation({
    mutationFn: (redirectTo: string | null) =>
      call(endpoints.startProviderSignIn, { body: redirectTo === null ? {} : { redirectTo } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

function useSigningIn<Input>(signIn: (input: Input) => Promise<CurrentUser>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      // Such as the request to sign in.
      dismissNotices();
      notifySuccess(`Welcome back ${user.firstName}`);
      queryClient.setQueryData(sessionQuery.queryKey, user);
    },
  });
}

/** Signs out this browser, and clears what only administrators may see. */
export function forgetSession(queryClient: QueryClient): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => call(endpoints.forgotPassword, { body: { email } }),
    onSuccess: ({ message }) => notifySuccess(message),
  });
}

export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; token: string }) =>
      call(endpoints.resetPassword, { body }),
    onSuccess: ({ message }) => {
      notifySuccess(message);
      // The new password has ended all sessions, this browser's too.
      forgetSession(queryClient);
    },
  });
}

/** Whether a link to choose a password works. Asked once: using the link ends it. */
export function usePasswordLink(token: string) {
  return useQuery({
    queryKey: ['session', 'password-link', token],
    queryFn: ({ signal }) => call(endpoints.checkPasswordLink, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Follows a link in an email about a new address, and asks again who is signed in. */
function useAddressLink(send: (token: string) => Promise<{ message: string }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}

export function useConfirmAddress() {
  return useAddressLink((token) => call(endpoints.confirmAddress, { body: { token } }));
}

export function useStopAddressChange() {
  return useAddressLink((token) => call(endpoints.stopAddressChange, { body: { token } }));
}

/** Objects or agrees to a change with the link in the email about it. */
export function useAnswerChange(answer: 'object' | 'agree') {
  return useMutation({
    mutationFn: (token: string) => call(endpoints.answerChange, { body: { token, answer } }),
  });
}

export function useSetUpFirstAdministrator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      body: RequestOf<typeof import('#contract/people/sign-in.ts').setUpFirstAdministrator>['body'],
    ) => call(endpoints.setUpFirstAdministrator, { body }),
    onSuccess: (user) => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      notifySuccess(`Welcome ${user.firstName}`);
    },
  });
}
