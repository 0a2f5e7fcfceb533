import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { approvingRights } from '#core/people/approvals.ts';
import type { Role } from '#core/people/rights.ts';
import { tellOfChange } from '#server/people/objections/tell-of-change.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Tells everybody who approves that somebody did until now, or does from now on. Whoever takes a right to approve from
 * somebody else must not go on alone at once because of it. Under `lockOwners`.
 */
export async function tellOfApprover(
  trx: Trx,
  actor: TeamMember,
  { what, facts, before, roles }: ApproverChange,
  mailer: Mailer,
): Promise<void> {
  const [held, kept] = [approvingRights(before.roles), approvingRights(roles)];
  if (held.length === 0 && kept.length === 0) return;
  const person = before.acceptedAt !== null && held.length > 0 ? before : undefined;
  const { fourEyes } = await mailer.settings.read(trx);
  const isTaken = person !== undefined && fourEyes.isOn && person.id !== actor.id;
  const lostRights = isTaken ? held.filter((right) => !kept.includes(right)) : [];
  await tellOfChange(trx, actor, { what, facts, person, lostRights }, mailer);
}

export interface ApproverChange {
  what: string;
  facts: [string, string][];
  before: UserInput & { id: UserId; acceptedAt: string | null };
  /** The roles from now on; none for somebody who was removed. */
  roles: Role[];
}

export type UserInput = Omit<User, 'id'> & { roles: Role[] };
