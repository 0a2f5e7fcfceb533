import type { ListedUser } from '#contract/people/users.ts';
import { describeFourEyes } from '#core/people/approvals.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { Note } from '#web/ui/note.tsx';

/** Says above the list that a second person approves, or that an invited owner brings that about. */
export function ApprovalNote({ users }: { users: ListedUser[] }) {
  const { data: rule } = useEndpoint(endpoints.getApprovalRule);
  if (rule?.isOn) {
    return (
      <p className="soft below-5">
        A second person approves {describeFourEyes(rule)}.{' '}
        <TextLink to={paths.admin.settings}>Open the settings</TextLink>
      </p>
    );
  }
  const isInvited = users.some(
    ({ roles, acceptedAt }) => roles.includes('owner') && acceptedAt === null,
  );
  return isInvited ? <SecondOwnerNote /> : null;
}

/** Says, before a second owner is there, what their password switches on by itself. */
export function SecondOwnerNote() {
  const { data: rule } = useEndpoint(endpoints.getApprovalRule);
  if (!rule?.startsWithSecondOwner) return null;
  return (
    <Note>
      As soon as a second owner has chosen a password, a second person has to approve{' '}
      {describeFourEyes(rule)}. The owners get an email about it, and can change the limits in the
      settings.
    </Note>
  );
}
