import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { User } from '#contract/people/users.ts';
import { describeRoles, type Role } from '#core/people/rights.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { emailTaken, startAddressChange } from '#server/people/addresses/commands.ts';
import { fourEyesFor, lockMember } from '#server/people/approvals/approvals.ts';
import { peopleBehind } from '#server/people/approvals/queries.ts';
import { switchOnWithSecondOwner } from '#server/people/approvals/switch-on.ts';
import { assertAnotherOwner, lockOwners } from '#server/people/owners/owners.ts';
import { createAccountToken, endLinks } from '#server/people/sign-in/account-links.ts';
import { invitation } from '#server/people/users/emails.ts';
import { makesApprover } from '#server/people/users/four-eyes.ts';
import {
  type ApproverChange,
  tellOfApprover,
  type UserInput,
} from '#server/people/users/tell-of-approver.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/** Adds somebody to the team and sends the invitation. Without roles, an owner. 409 if the address is taken. */
export async function createUser(
  db: Db,
  actor: TeamMember,
  { roles = ['owner'], ...person }: Omit<User, 'id'> & { roles?: Role[] | undefined },
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<User> {
  demandRight(actor, 'people.write');
  const scope = `invite ${userActor(actor)}`;
  const request = { ...person, roles };
  return refusingTakenEmail(person.email, () =>
    oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
      const user = { id: newId<UserId>(), ...person };
      await trx
        .insertInto('users')
        .values({ ...user, roles })
        .execute();
      await invite(trx, actor, { ...user, roles }, mailer);
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'user.created',
        subjectId: user.id,
        after: { ...person, roles },
      });
      const change: ApproverChange = {
        what: `invited ${nameOf(person)}`,
        facts: [
          ['Email Address', person.email],
          ['Roles', describeRoles(roles)],
        ],
        before: { ...user, roles: [], acceptedAt: null },
        roles,
      };
      await tellOfApprover(trx, actor, change, mailer);
      return user;
    }),
  );
}

interface UpdateServices {
  mailer: Mailer;
  settings: SettingsStore;
  /** Whether a second owner has approved it. */
  isApproved: boolean;
}

/**
 * Changes the name and the roles, and starts a change of the address. Returns the user with the address that counts
 * until then. An open invitation is sent again, to the new address. 404 for an unknown id, 409 if the address is taken,
 * or if nobody else would be an owner.
 */
export async function updateUser(
  db: Db,
  actor: TeamMember,
  wanted: User & { roles?: Role[] | undefined },
  services: UpdateServices,
): Promise<User> {
  // Everybody may correct their own name and address.
  if (wanted.id !== actor.id || wanted.roles) demandRight(actor, 'people.write');
  return refusingTakenEmail(wanted.email, () =>
    db.transaction().execute((trx) => changeUser(trx, actor, wanted, services)),
  );
}

async function changeUser(
  trx: Trx,
  actor: TeamMember,
  { id, roles, ...person }: User & { roles?: Role[] | undefined },
  { mailer, settings, isApproved }: UpdateServices,
): Promise<User> {
  if (roles) await lockOwners(trx);
  if (roles && !roles.includes('owner')) await assertAnotherOwner(trx, id);
  if (roles && id !== actor.id) await demandRightNow(trx, actor);
  const before = await trx
    .selectFrom('users')
    .select(['firstName', 'lastName', 'email', 'roles', 'acceptedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('user'));
  // Judged again behind the lock: the roles may be others than when the call came.
  if (
    !isApproved &&
    (await makesApprover(trx, id, before, { ...person, roles })) &&
    (await fourEyesFor(trx, settings, 'owner', actor)) !== null
  ) {
    throw new AppError(
      'approval_changed',
      'The roles of this person have just changed. Reload the page, and look at them once more.',
    );
  }
  const isMoving = before.email.toLowerCase() !== person.email.toLowerCase();
  const isInvited = before.acceptedAt === null;
  const named = isMoving && !isInvited ? { ...person, email: before.email } : person;
  const after = { ...named, roles: roles ?? before.roles };
  await saveUser(trx, actor, id, before, after);
  if (roles?.includes('owner')) await switchOnWithSecondOwner(trx, settings, mailer);
  const [until, now] = [describeRoles(before.roles), describeRoles(after.roles)];
  if (now !== until) {
    const change: ApproverChange = {
      what: `changed the roles of ${nameOf(before)}`,
      facts: [['Roles', `${now} (until now ${until})`]],
      before: { ...before, id },
      roles: after.roles,
    };
    await tellOfApprover(trx, actor, change, mailer);
  }
  const user = { id, ...named };
  if (isMoving && isInvited) {
    await endLinks(trx, id);
    await invite(trx, actor, { ...user, roles: after.roles }, mailer);
  } else if (isMoving) {
    await startAddressChange(trx, actor, user, person.email, mailer);
  }
  return user;
}

async function saveUser(
  trx: Trx,
  actor: TeamMember,
  id: UserId,
  before: UserInput,
  after: UserInput,
): Promise<void> {
  const changed = (['firstName', 'lastName', 'email', 'roles'] as const).filter(
    (field) => String(before[field]) !== String(after[field]),
  );
  if (changed.length === 0) return;
  await trx.updateTable('users').set(after).where('id', '=', id).execute();
  const pick = (from: UserInput): Partial<UserInput> =>
    Object.fromEntries(changed.map((field) => [field, from[field]]));
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'user.updated',
    subjectId: id,
    before: pick(before),
    after: pick(after),
  });
}

async function invite(
  trx: Trx,
  actor: TeamMember,
  user: User & { roles: Role[] },
  mailer: Mailer,
): Promise<void> {
  const inviting = (await peopleBehind(trx, actor)).map(nameOf);
  const token = await createAccountToken(trx, 'invitation', user.id);
  await mailer.enqueue(trx, invitation(mailer.config, user, inviting, token));
}

/**
 * Removes somebody from the team; the sessions are deleted with the row, and the name stays in what they did. What they asked
 * for and nobody approved is withdrawn. 409 for your own account and for the last owner.
 */
export async function deleteUser(
  db: Db,
  actor: TeamMember,
  id: UserId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'people.write');
  if (id === actor.id) {
    throw new AppError('own_account', 'You cannot delete your own account.');
  }
  await db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    await assertAnotherOwner(trx, id);
    await demandRightNow(trx, actor);
    const { roles, acceptedAt, ...before } = await trx
      .deleteFrom('users')
      .where('id', '=', id)
      .returning(['firstName', 'lastName', 'email', 'roles', 'acceptedAt'])
      .executeTakeFirstOrThrow(() => notFound('user'));
    const { firstName, lastName } = before;
    const leftOn = isoDayOf(new Date(), mailer.settings.current().timeZone);
    await trx.insertInto('formerUsers').values({ id, firstName, lastName, leftOn }).execute();
    await trx
      .updateTable('approvals')
      .set({ status: 'withdrawn', decidedAt: sql<string>`now()` })
      .where('requestedBy', '=', id)
      .where('status', '=', 'open')
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'user.deleted',
      subjectId: id,
      before,
    });
    const change: ApproverChange = {
      what: `removed ${nameOf(before)} from the team`,
      facts: [['Roles until now', describeRoles(roles)]],
      before: { ...before, id, roles, acceptedAt },
      roles: [],
    };
    await tellOfApprover(trx, actor, change, mailer);
  });
}

/** Throws 403 if the actor has lost the right since the call was admitted: of two who remove each other, one does. */
async function demandRightNow(trx: Trx, actor: TeamMember): Promise<void> {
  demandRight(await lockMember(trx, actor), 'people.write');
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

async function refusingTakenEmail<T>(email: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw violates(error, 'users_email_unique') ? emailTaken(email) : error;
  }
}
