import { useQueryClient } from '@tanstack/react-query';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { updateUser } from '#contract/people/users.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { sessionQuery, useCurrentUser } from '#web/admin/client/session.ts';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';

/** For a form that changes a user, who may be oneself: it says whether an address waits to be confirmed. */
export function useUpdateUser() {
  const queryClient = useQueryClient();
  const oneself = useCurrentUser();
  return {
    to: endpoints.updateUser,
    said: 'User updated successfully',
    async onUpdated(user: OwnResponseOf<typeof updateUser>, { email }: { email: string }) {
      if (user.email.toLowerCase() !== email.toLowerCase()) {
        await notifyMailed(
          queryClient,
          `The email with a link to confirm ${email}`,
          `is on its way. Until then, the address stays ${user.email}.`,
        );
      }
      // The header and the menu name the signed-in user.
      if (user.id === oneself?.id) {
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    },
  };
}
