import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { describeRoles, type Role } from '#core/rights.ts';
import { emailTaken } from '#server/people/addresses/commands.ts';
import { isEmailTaken } from '#server/people/addresses/queries.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import { getUser } from '#server/people/users/queries.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/bind-endpoint.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';

interface Call {
  actor: TeamMember;
  /** Without an id, somebody is invited. */
  params?: { id?: UserId };
  body: Omit<User, 'id'> & { roles?: Role[] | undefined };
}

/** Making somebody an owner takes a second one. Without roles, somebody who is invited is one. */
export function ownerApproval(db: Db, config: Config, settings: SettingsStore): ApprovalRule<Call> {
  return {
    async isNeeded({ actor, params, body }) {
      const id = params?.id;
      const roles = body.roles ?? (id ? [] : ['owner']);
      if (!roles.includes('owner') || (id && (await isOwnerAlready(db, id)))) return false;
      return (await fourEyesFor(db, settings, 'owner', actor)) !== null;
    },
    async describe({ params, body: { firstName, lastName, email, roles = ['owner'] } }) {
      if (params?.id) await getUser(db, config, params.id);
      else if (await isEmailTaken(db, email)) throw emailTaken(email);
      return [
        { label: params?.id ? 'Make an owner' : 'Invite', value: `${firstName} ${lastName}` },
        { label: 'Email Address', value: email },
        { label: 'Roles', value: describeRoles(roles) },
      ];
    },
  };
}

async function isOwnerAlready(db: Db, id: UserId): Promise<boolean> {
  const user = await db.selectFrom('users').select('roles').where('id', '=', id).executeTakeFirst();
  return user?.roles.includes('owner') ?? false;
}
