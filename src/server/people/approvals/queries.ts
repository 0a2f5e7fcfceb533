import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type { ApprovalId, UserId } from '#contract/ids.ts';
import type * as contract from '#contract/people/approvals.ts';
import type { Approval } from '#contract/people/approvals.ts';
import { type ApprovalKind, approvalKinds, approvingRights } from '#core/people/approvals.ts';
import { type Right, type Role, rightsOfRole, roles } from '#core/people/rights.ts';
import { findWait, isHeld } from '#server/people/approvals/holds.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy, userNameOf } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Everybody who can sign in and has a right. */
export function approversOf(db: Db, right: Right) {
  const enough = roles.filter((role) => rightsOfRole[role].includes(right));
  return membersWith(db, enough);
}

function membersWith(db: Db, enough: Role[]) {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('acceptedAt', 'is not', null)
    .where(sql<boolean>`roles && ${sql.val<Role[]>(enough)}::text[]`)
    .execute();
}

/**
 * Whether something takes somebody else: if anybody else could approve it, or could until lately, or while an objection holds
 * it. In this order: whoever is removed between the first two questions has left a wait.
 */
export async function takesTwo(
  db: Db,
  kind: ApprovalKind,
  { id }: Pick<TeamMember, 'id'>,
): Promise<boolean> {
  const { right } = approvalKinds[kind];
  const people = await approversOf(db, right);
  if (people.some((person) => person.id !== id)) return true;
  return (await findWait(db, right, { id })) !== undefined || isHeld(db);
}

/** Everybody who can sign in and approve something. */
export function everyApprover(db: Db) {
  const enough = roles.filter((role) => approvingRights([role]).length > 0);
  return membersWith(db, enough);
}

/** Whoever does something: the actor, and whoever asked for what the actor approved. */
export async function peopleBehind(db: Db, actor: TeamMember) {
  const asking = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName'])
    .where('id', '=', actor.askedBy ?? null)
    .execute();
  return [...asking, actor];
}

/** What waits for a second person, or everything, newest first: what the reader may approve or asked for. */
export async function listApprovals(
  db: Db,
  reader: TeamMember,
  { limit, cursor, show }: QueryOf<typeof contract.listApprovals>,
): Promise<Page<Approval>> {
  let query = approvals(db, reader);
  if (show === 'waiting') query = query.where(isWaiting);
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, newest('approvals'));
  return { items: items.map((row) => asRead(row, reader)), nextCursor };
}

/** One of them. 404 for whoever may neither approve it nor asked for it. */
export async function getApproval(db: Db, reader: TeamMember, id: ApprovalId): Promise<Approval> {
  const row = await approvals(db, reader)
    .where('approvals.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('request'));
  return asRead(row, reader);
}

/** How many requests somebody may approve; null if they may never approve any. */
export async function countApprovable(
  db: Db,
  reader: TeamMember,
): Promise<{ count: number; oldestAt: string | null } | null> {
  const kinds = approvableBy(reader);
  if (kinds.length === 0) return null;
  return countWaiting(
    db
      .selectFrom('approvals')
      .where('kind', 'in', kinds)
      .where('requestedBy', '<>', reader.id)
      .where(isWaiting),
  );
}

/** Selects what can still be approved. */
export const isWaiting = sql<boolean>`(
  approvals.status = 'approving' or (approvals.status = 'open' and approvals.expires_at > now())
)`;

/** What waits and names an item, or is of a kind, the oldest first. */
export async function listWaiting(
  db: Db,
  reader: TeamMember,
  { about, kind }: QueryOf<typeof contract.listWaiting>,
) {
  const approvable = approvableBy(reader);
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'createdAt', 'kind', 'requestedBy as requesterId'])
    .select(userNameBy('approvals.requestedBy').as('requestedBy'))
    .where(isWaiting)
    .where((row) =>
      row.and([
        ...(about === undefined ? [] : [isNaming([about])]),
        ...(kind === undefined ? [] : [row('kind', '=', kind)]),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ requesterId, ...row }) => ({
    ...row,
    mayOpen: requesterId === reader.id || approvable.includes(row.kind),
  }));
}

/** Whether a request names one of these ids. */
function isNaming(ids: readonly string[]) {
  const text = sql`(request - 'base64')::text`;
  return sql<boolean>`(${sql.join(
    ids.map((id) => sql`strpos(${text}, ${id}) > 0`),
    sql` or `,
  )})`;
}

/**
 * What kind of thing somebody has asked for that names one of these ids and waits for a second person, the oldest first;
 * undefined if nothing does. What is being done at this moment no longer waits.
 */
export function findRequestNaming(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('approvals')
    .select('kind')
    .where('status', '=', 'open')
    .where(isWaiting)
    .where(isNaming(ids))
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
}

/** Throws 409 `request_waits` if something waits that names it: nobody approves what has become something else. */
export async function assertNothingAsked(
  db: Db,
  id: string,
  thing: 'expense' | 'nomination',
): Promise<void> {
  const request = await findRequestNaming(db, [id]);
  if (!request) return;
  throw new AppError(
    'request_waits',
    `Somebody has asked for something about this ${thing} that waits for a second person: ${approvalKinds[request.kind].name}. It has to be decided or withdrawn first, under Approvals.`,
  );
}

function approvals(db: Db, reader: TeamMember) {
  const approvable = approvableBy(reader);
  return db
    .selectFrom('approvals')
    .select([
      'approvals.id',
      'approvals.createdAt',
      'approvals.expiresAt',
      'approvals.kind',
      'approvals.facts',
      'approvals.fingerprint',
      'approvals.requestedBy as requesterId',
      'approvals.decidedAt',
      'approvals.answer',
      userNameBy('approvals.requestedBy').as('requestedBy'),
      userNameOf('approvals.decidedBy').as('decidedBy'),
      sql<Approval['status']>`case
        when approvals.status = 'open' and approvals.expires_at <= now() then 'expired'
        else approvals.status
      end`.as('status'),
    ])
    .where((row) =>
      row.or([
        row('approvals.requestedBy', '=', reader.id),
        ...(approvable.length > 0 ? [row('approvals.kind', 'in', approvable)] : []),
      ]),
    );
}

function asRead(
  { requesterId, ...row }: Omit<Approval, 'mayApprove' | 'mayWithdraw'> & { requesterId: UserId },
  reader: TeamMember,
): Approval {
  const isOwn = requesterId === reader.id;
  return {
    ...row,
    mayApprove:
      !isOwn &&
      (row.status === 'open' || row.status === 'approving') &&
      may(reader, approvalKinds[row.kind].right),
    mayWithdraw: isOwn && row.status === 'open',
  };
}

function approvableBy(reader: TeamMember): ApprovalKind[] {
  return (Object.keys(approvalKinds) as ApprovalKind[]).filter((kind) =>
    may(reader, approvalKinds[kind].right),
  );
}
