import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { sessionQuery } from '#web/client/session.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const listKey = ['users', 'list'];
const detailKey = (id: UserId | null) => ['users', 'detail', id];

/** Every administrator, by name. */
export function useUsers() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(endpoints.listUsers, { signal }),
  });
}

/** One administrator; requested only if there is an id. */
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
    mutationFn: (body: Omit<User, 'id'>) => call(endpoints.createUser, { body }),
    onSuccess: ({ email }) => {
      notifySuccess(`An invitation is on its way to ${email}`);
      return queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}

export function useUpdateUser(id: UserId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<User, 'id'>) => call(endpoints.updateUser, { params: { id }, body }),
    onSuccess: (user, { email }) => {
      notifySuccess('User updated successfully');
      if (user.email.toLowerCase() !== email.toLowerCase()) {
        notifySuccess(`We sent links to confirm ${email}. Until then, ${user.email} counts.`);
      }
      queryClient.setQueryData(detailKey(id), user);
      // The header and the menu name the signed-in user.
      queryClient.setQueryData(sessionQuery.queryKey, (signedIn) =>
        signedIn?.id === id ? user : signedIn,
      );
      return queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}

export function useDeleteUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: UserId) => call(endpoints.deleteUser, { params: { id } }),
    // Also after a refusal, which means that the list was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}
