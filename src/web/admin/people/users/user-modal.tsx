import { Button } from '@mantine/core';
import type { User } from '#contract/people/users.ts';
import { EditUserForm } from '#web/admin/people/users/edit-user-form.tsx';
import { useUser } from '#web/admin/queries/users.ts';
import classes from '#web/styles/admin.module.css';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

/** Shows a user, or edits one: which of the two stands in the address, as `edit`. */
export function UserModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const user = useUser(useLastValue(id));
  const { query, set } = useQueryState();
  return (
    <Dialog title="Manage User" opened={id !== null} onClose={onClose} size="narrow">
      {user.isPending && <ProgressRing />}
      {user.isError && (
        <ErrorNotice text="This user could not be loaded." onRetry={() => void user.refetch()} />
      )}
      {user.data &&
        (query.get('edit') === 'true' ? (
          <EditUserForm user={user.data} onDone={() => set({ edit: null })} />
        ) : (
          <UserDetails user={user.data} onEdit={() => set({ edit: 'true' })} onCancel={onClose} />
        ))}
    </Dialog>
  );
}

interface UserDetailsProps {
  user: User;
  onEdit: () => void;
  onCancel: () => void;
}

function UserDetails({ user, onEdit, onCancel }: UserDetailsProps) {
  return (
    <>
      <DetailList>
        <Detail name="Name">{`${user.firstName} ${user.lastName}`}</Detail>
        <Detail name="Email Address" copy={user.email}>
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </Detail>
      </DetailList>
      <div className={classes.modalActions}>
        <Button onClick={onEdit}>Edit</Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
