import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { sessionQuery, useCurrentUser } from '#web/admin/client/session.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';

/** Changes a user, who may be oneself, and says whether an address waits to be confirmed. */
export function useUpdateUser() {
  const queryClient = useQueryClient();
  const oneself = useCurrentUser();
  return useSend(endpoints.updateUser, {
    said: 'User updated successfully',
    async onDone(user, { body: { email } }) {
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
  });
}
