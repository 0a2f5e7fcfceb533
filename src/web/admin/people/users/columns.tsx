import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { describeAccess } from '#web/admin/people/users/describe-access.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { NoTrashButton, OpenButton, RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const userColumns: Columns<ListedUser> = [
  { header: 'Name', onPhone: 'title', show: (user) => <Name user={user} /> },
  { header: 'Email Address', show: (user) => <EmailAddress user={user} /> },
  { ...actionsHeading, show: (user) => <UserActions user={user} /> },
];

function Name({ user }: { user: ListedUser }) {
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <span>
      {`${user.firstName} ${user.lastName}`}
      {isOneself && <span className="soft"> (you)</span>}
      <span className="soft smaller regular block">{describeRoles(user.roles)}</span>
      <span className="soft smaller regular block">{describeAccess(user)}</span>
    </span>
  );
}

function EmailAddress({ user: { email, newEmail } }: { user: ListedUser }) {
  return (
    <span>
      <EmailText address={email} />
      {newEmail !== null && (
        <span className="soft">
          {' '}
          (waiting for confirmation at <EmailText address={newEmail} />)
        </span>
      )}
    </span>
  );
}

function UserActions({ user }: { user: ListedUser }) {
  const manage = useModal('manage');
  const remove = useModal('delete');
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(user.id)}>Manage</OpenButton>
      {isOneself ? (
        <NoTrashButton />
      ) : (
        <TrashButton
          label={`Delete ${user.firstName} ${user.lastName}`}
          title="Delete"
          onClick={() => remove.open(user.id)}
        />
      )}
    </RowActions>
  );
}
