import { useQueryClient } from '@tanstack/react-query';
import type { UserId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { sessionQuery, useCurrentUser } from '#web/admin/client/session.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** Says that an address is not confirmed yet, and takes the change back. */
export function NewAddressNote({ userId, newEmail }: { userId: UserId; newEmail: string }) {
  const queryClient = useQueryClient();
  const isOwn = useCurrentUser()?.id === userId;
  const cancel = useSend(endpoints.cancelAddressChange, {
    said: 'The email address stays as it is',
    onDone: () => isOwn && queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <p className="soft">
      Waiting for confirmation at {newEmail}.{' '}
      <TextButton onClick={() => !cancel.isPending && cancel.mutate({ params: { id: userId } })}>
        Cancel the change
      </TextButton>
    </p>
  );
}
