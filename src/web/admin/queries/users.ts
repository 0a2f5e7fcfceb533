import {
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type { UserId } from '#contract/ids.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { sessionQuery, useMay } from '#web/admin/client/session.ts';
import { accountQuery } from '#web/admin/queries/account.ts';
import { notifyMailed } from '#web/admin/queries/mail.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** A person as the forms hold them. */
type UserInput = RequestOf<typeof import('#contract/people/users.ts').createUser>['body'];

const listKey = ['users', 'list'];
const detailKey = (id: UserId | null) => ['users', 'detail', id];

/** Everybody of the team, by name, for whoever may see who that is. */
export function useUsers() {
  const mayRead = useMay('people.write');
  return useQuery({
    queryKey: listKey,
    queryFn: mayRead ? ({ signal }) => call(endpoints.listUsers, { signal }) : skipToken,
  });
}

/** One of them; requested only if there is an id. */
export function useUser(id: UserId | null) {
  return useQuery({
    queryKey: detailKey(id),
    queryFn:
      id === null ? skipToken : ({ signal }) => call(endpoints.getUser, { params: { id }, signal }),
  });
}

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserInput) => call(endpoints.createUser, { body }),
    onSuccess: async (response) => {
      if (awaitsApproval(response)) return;
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listKey }),
        notifyMailed(queryClient, `The invitation to ${response.email}`, 'is on its way'),
      ]);
    },
  });
}

export function useUpdateUser(id: UserId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserInput) => call(endpoints.updateUser, { params: { id }, body }),
    onSuccess: async (user, { email }) => {
      if (awaitsApproval(user)) return;
      notifySuccess('User updated successfully');
      if (user.email.toLowerCase() !== email.toLowerCase()) {
        await notifyMailed(
          queryClient,
          `The email with a link to confirm ${email}`,
          `is on its way. Until then, the address stays ${user.email}.`,
        );
      }
      // The header and the menu name the signed-in user.
      queryClient.setQueryData(sessionQuery.queryKey, (signedIn) =>
        signedIn?.id === id ? { ...signedIn, ...user } : signedIn,
      );
      return reloadAddresses(queryClient, id);
    },
  });
}

/** Cancels a change of address that is not confirmed yet. */
export function useCancelAddressChange(id: UserId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.cancelAddressChange, { params: { id } }),
    onSuccess: () => notifySuccess('The email address stays as it is'),
    // Also after a failure, which may mean that the screen was out of date.
    onSettled: () => reloadAddresses(queryClient, id),
  });
}

/** Loads again what shows the address of a user. The session is asked for once, unless it is their own. */
function reloadAddresses(queryClient: QueryClient, id: UserId) {
  const isOwn = queryClient.getQueryData(sessionQuery.queryKey)?.id === id;
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['users'] }),
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
    ...(isOwn ? [queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })] : []),
  ]);
}

export function useDeleteUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: UserId) => call(endpoints.deleteUser, { params: { id } }),
    // Also after a refusal, which means that the list was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}
