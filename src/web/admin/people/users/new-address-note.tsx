import type { UserId } from '#contract/ids.ts';
import { useCancelAddressChange } from '#web/admin/queries/users.ts';
import { TextButton } from '#web/ui/text-button.tsx';

interface NewAddressNoteProps {
  userId: UserId;
  newEmail: string;
}

/** Says that an address is not confirmed yet, and takes the change back. */
export function NewAddressNote({ userId, newEmail }: NewAddressNoteProps) {
  const cancel = useCancelAddressChange(userId);
  return (
    <p className="soft">
      Waiting for confirmation at {newEmail}.{' '}
      <TextButton onClick={() => !cancel.isPending && cancel.mutate()}>
        Cancel the change
      </TextButton>
    </p>
  );
}
