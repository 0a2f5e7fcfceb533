import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import type { ApprovalId, UserId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import { type ApprovalKind, approvalDays, approvalKinds } from '#core/people/approvals.ts';
import { type Right, rightsOf } from '#core/people/rights.ts';
import { formatMoment } from '#core/platform/dates.ts';
import { approvalRequested } from '#server/people/approvals/emails.ts';
import { approverMissing, assertNothingHeld } from '#server/people/approvals/holds.ts';
import { approversOf, isWaiting, takesTwo } from '#server/people/approvals/queries.ts';
import { notAllowed, type TeamMember, userActor, withRights } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { keyReused } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import type { ApprovableCall, Approvals } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

/* When four eyes count, and storing a call until it is approved. */

type Run = Parameters<Approvals['register']>[2];

/** How an approved call is made, and which right it takes to ask for it. */
export interface Approvable {
  right: Right;
  run: Run;
}

/** What a second person approves, as routes register it; {@link Approvable} by the name of the call. */
export function createApprovals(
  db: Db,
  mailer: Mailer,
): Approvals & { find(call: string): Approvable } {
  const known = new Map<string, Approvable>();
  return {
    register: (call, right, run) => void known.set(call, { right, run }),
    request: (actor, call) => requestApproval(db, actor, call, mailer),
    find(call) {
      const approvable = known.get(call);
      if (!approvable) throw new Error(`No route is called ${call}`);
      return approvable;
    },
  };
}

/**
 * Stores a call until somebody approves it, and tells everybody who can. The same key asks only once. Throws what the
 * call would be refused for, and 409 if the same waits, an objection holds it, or nobody could approve it.
 */
async function requestApproval(
  db: Db,
  actor: TeamMember,
  { kind, call, request, key, rehearse, describe }: ApprovableCall,
  mailer: Mailer,
): Promise<ApprovalRequested> {
  const known = await findRequest(db, actor, { call, request, key });
  if (known) return waiting(known);
  const { timeZone } = mailer.settings.current();
  const { right } = approvalKinds[kind];
  await assertNothingHeld(db, timeZone);
  const approvers = (await approversOf(db, right)).filter((person) => person.id !== actor.id);
  if (approvers.length === 0) throw await approverMissing(db, right, actor, timeZone);
  await rehearse();
  const facts = await describe();
  const fingerprint = createHash('sha256')
    .update(JSON.stringify({ call, request, facts }))
    .digest('hex');
  await refuseSecond(db, fingerprint, timeZone);
  const id = await db.transaction().execute(async (trx): Promise<ApprovalId> => {
    // They may be removed at this moment.
    await lockMember(trx, actor);
    const inserted = await trx
      .insertInto('approvals')
      .values({
        id: newId<ApprovalId>(),
        kind,
        call,
        request: JSON.stringify(request),
        facts: JSON.stringify(facts),
        fingerprint,
        requestedBy: actor.id,
        requestKey: key,
        expiresAt: sql<string>`now() + make_interval(days => ${approvalDays})`,
      })
      .onConflict((conflict) => conflict.columns(['requestedBy', 'requestKey']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) {
      // The same call at the same moment.
      const other = await findRequest(trx, actor, { call, request, key });
      if (!other) throw new Error('A request has the key and cannot be found');
      return other;
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'approval.requested',
      subjectId: inserted.id,
      after: { asked: kind },
    });
    for (const person of approvers) {
      await mailer.enqueue(trx, approvalRequested(mailer.config, person, actor, { kind, facts }));
    }
    return inserted.id;
  });
  return waiting(id);
}

/**
 * What somebody has asked for with a key and still waits for. Throws 422 if it was something else, and 409 if it was
 * decided: saying once more that it waits would be untrue.
 */
async function findRequest(
  db: Db,
  actor: TeamMember,
  { call, request, key }: Pick<ApprovableCall, 'call' | 'request' | 'key'>,
): Promise<ApprovalId | undefined> {
  if (key === null) return;
  const found = await db
    .selectFrom('approvals')
    .select(['id', isWaiting.as('isWaiting')])
    .select(
      sql<boolean>`call = ${call} and request = ${JSON.stringify(request)}::jsonb`.as('isTheSame'),
    )
    .where('requestedBy', '=', actor.id)
    .where('requestKey', '=', key)
    .executeTakeFirst();
  if (!found) return;
  if (!found.isTheSame) throw keyReused();
  if (!found.isWaiting) {
    throw new AppError(
      'approval_closed',
      'You asked for this before, and it no longer waits. Look under Approvals what became of it.',
    );
  }
  return found.id;
}

/** Throws 409 if the very same waits already, whoever asked for it: approved twice, it would be done twice. */
async function refuseSecond(db: Db, fingerprint: string, timeZone: string): Promise<void> {
  const other = await db
    .selectFrom('approvals')
    // What somebody asked for who has left is done by nobody.
    .innerJoin('users', 'users.id', 'approvals.requestedBy')
    .select(['approvals.createdAt', userNameBy('approvals.requestedBy').as('by')])
    .where('fingerprint', '=', fingerprint)
    .where(isWaiting)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new AppError(
    'request_waits',
    `${other.by} asked for exactly this on ${formatMoment(other.createdAt, timeZone)}, and it waits for a second person. If it is meant a second time, ask again once that is decided.`,
  );
}

function waiting(id: ApprovalId): ApprovalRequested {
  return {
    awaitingApproval: id,
    message: 'Nothing is done yet. Somebody else has to approve this first; they get an email.',
  };
}

/** The limits above which this takes a second person; null if it is off, or if one goes on alone. */
export async function fourEyesFor(
  db: Db,
  settings: SettingsStore,
  kind: ApprovalKind,
  actor: Pick<TeamMember, 'id'>,
): Promise<Settings['fourEyes'] | null> {
  const { fourEyes } = await settings.read(db);
  return fourEyes.isOn && (await takesTwo(db, kind, actor)) ? fourEyes : null;
}

/** The limits for one call, for its command to ask for in its transaction: null, too, once a second person approved it. */
export type LimitsOfCall = (db: Db) => Promise<Settings['fourEyes'] | null>;

/** {@link LimitsOfCall} of a call that a route takes. */
export function limitsOfCall(
  settings: SettingsStore,
  kind: ApprovalKind,
  { actor, isApproved }: { actor: Pick<TeamMember, 'id'>; isApproved: boolean },
): LimitsOfCall {
  return async (db) => (isApproved ? null : fourEyesFor(db, settings, kind, actor));
}

/** Somebody of the team with their current rights; null if they are no longer there. */
export async function findMember(db: Db, id: UserId): Promise<TeamMember | null> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'roles'])
    .where('id', '=', id)
    .executeTakeFirst();
  return person ? withRights(person) : null;
}

/**
 * Somebody of the team with the rights that they have until the transaction ends; 403 if they are no longer there. To be
 * called before anything of theirs is locked.
 */
export async function lockMember(trx: Trx, { id }: Pick<TeamMember, 'id'>): Promise<TeamMember> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forShare().execute();
  const member = await findMember(trx, id);
  if (!member) throw notAllowed();
  return member;
}

/** Whether roles contain a right. */
export function grants(roles: TeamMember['roles'], right: Right): boolean {
  return rightsOf(roles).includes(right);
}
