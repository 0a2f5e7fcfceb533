import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { approvingRights } from '#core/people/approvals.ts';
import { describeRoles, type Role } from '#core/people/rights.ts';
import { emailTaken } from '#server/people/addresses/commands.ts';
import { isEmailTaken } from '#server/people/addresses/queries.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { rightsLostBy } from '#server/people/approvals/holds.ts';
import { getUser } from '#server/people/users/queries.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* Whoever gets a right to approve takes a second owner. */

interface Call {
  actor: TeamMember;
  /** Without an id, somebody is invited. */
  input: Omit<User, 'id'> & { id?: UserId; roles?: Role[] | undefined };
}

/**
 * Giving somebody a right to approve takes a second owner, or one owner would approve with a mailbox of their own what they
 * ask for themselves. So does sending the invitation of such a person elsewhere: whoever opens it is that person. Without
 * roles, somebody who is invited is an owner.
 */
export function approverApproval(
  db: Db,
  config: Config,
  settings: SettingsStore,
): ApprovalRule<Call> {
  return {
    async isNeeded({ actor, input }) {
      // The command refuses them.
      if (!may(actor, 'people.write')) return false;
      const known = input.id ? await findUser(db, input.id) : null;
      if (known === undefined) return false;
      if (!(await makesApprover(db, input.id ?? null, known, input))) return false;
      return (await fourEyesFor(db, settings, 'owner', actor)) !== null;
    },
    mustStayTrue: true,
    async describe({ input: { id, firstName, lastName, email, roles = ['owner'] } }) {
      const name = `${firstName} ${lastName}`;
      // Who it is, not only what they would be called.
      const known = id ? await getUser(db, config, id) : null;
      const isMoving = known?.email.toLowerCase() !== email.toLowerCase();
      if (isMoving && (await isEmailTaken(db, email))) throw emailTaken(email);
      if (known === null) {
        return [
          { label: 'Invite', value: name },
          { label: 'Email Address', value: email },
          { label: 'Roles', value: describeRoles(roles) },
        ];
      }
      const knownName = `${known.firstName} ${known.lastName}`;
      return [
        { label: changeOf(known.roles, roles), value: knownName },
        { label: 'Email Address', value: known.email },
        ...(name === knownName ? [] : [{ label: 'New name', value: name }]),
        ...(isMoving ? [{ label: 'New email address', value: email }] : []),
        { label: 'Roles', value: describeRoles(roles) },
      ];
    },
  };
}

/** Whether a call gives a right to approve, or sends the invitation of somebody with such a right elsewhere. */
export async function makesApprover(
  db: Db,
  id: UserId | null,
  known: { roles: Role[]; email: string; acceptedAt: string | null } | null,
  { roles, email }: { roles?: Role[] | undefined; email: string },
): Promise<boolean> {
  const held = approvingRights(known?.roles ?? []);
  const wanted = approvingRights(roles ?? known?.roles ?? ['owner']);
  // Whoever took a right from somebody a moment ago may give it back.
  const lost = id === null ? [] : await rightsLostBy(db, id);
  const gainsRights = wanted.some((right) => !held.includes(right) && !lost.includes(right));
  const redirectsInvitation =
    held.length > 0 &&
    known?.acceptedAt === null &&
    known.email.toLowerCase() !== email.toLowerCase();
  return gainsRights || redirectsInvitation;
}

function findUser(db: Db, id: UserId) {
  return db
    .selectFrom('users')
    .select(['roles', 'email', 'acceptedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What becomes of somebody who is there already. */
function changeOf(before: readonly Role[], after: readonly Role[]): string {
  const held = approvingRights(before);
  if (approvingRights(after).every((right) => held.includes(right))) return 'Invite anew';
  return after.includes('owner') ? 'Make an owner' : 'Give the right to approve';
}
