import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { ApprovalId, UserId } from '#contract/ids.ts';
import type { Approval } from '#contract/people/approvals.ts';
import { approvalKinds } from '#core/people/approvals.ts';
import {
  type Approvable,
  findMember,
  grants,
  lockMember,
} from '#server/people/approvals/approvals.ts';
import { approvalAnswered } from '#server/people/approvals/emails.ts';
import { assertNothingHeld } from '#server/people/approvals/holds.ts';
import { getApproval, isWaiting } from '#server/people/approvals/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Approves a request and does it at once, in the name of whoever approved it. Approving is stored first and the call has
 * a key of its own, so that after a crash anybody can press again and it is still done once, in the same name. A refusal
 * of the call ends the request with its reason; after a failure of ours it goes on waiting. 409 if it is one's own, was
 * decided, is held by an objection, or is not what was seen.
 */
export async function approve(
  db: Db,
  actor: TeamMember,
  { id, fingerprint }: { id: ApprovalId; fingerprint: string },
  find: (call: string) => Approvable,
  mailer: Mailer,
): Promise<Approval> {
  const begun = await db.transaction().execute(async (trx) => {
    // Whoever loses the right at this moment loses it before, or has approved before.
    const current = await lockMember(trx, actor);
    const approval = await lockApproval(trx, current, id);
    assertOthers(approval, current);
    await assertNothingHeld(trx, mailer.settings.current().timeZone);
    if (approval.fingerprint !== fingerprint) {
      throw new AppError(
        'approval_changed',
        'This is not what you were shown. Load the page again, and look at it once more.',
      );
    }
    const requester = await findMember(trx, approval.requestedBy);
    if (!requester || !grants(requester.roles, find(approval.call).right)) return null;
    if (approval.status === 'approving') return { ...approval, seen: null };
    await trx
      .updateTable('approvals')
      .set({ status: 'approving', decidedBy: actor.id, decidedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    return { ...approval, decidedBy: actor.id, seen: approval.facts };
  });
  if (begun === null) {
    await end(db, actor, id, 'refused', requesterWithoutRight, mailer);
    throw closed();
  }
  const approver = begun.decidedBy && (await findMember(db, begun.decidedBy));
  if (!approver) {
    await end(db, actor, id, 'refused', approverGone, mailer);
    throw closed();
  }
  // The right that they had when they approved it: it may be done a second time, after a crash.
  const allowed = [...approver.allowed, approvalKinds[begun.kind].right];
  try {
    await find(begun.call).run(
      { ...approver, allowed, askedBy: begun.requestedBy },
      begun.request,
      `approval:${id}`,
      begun.seen,
    );
  } catch (error) {
    if (isFinal(error)) await end(db, approver, id, 'refused', error.message, mailer);
    throw error;
  }
  await end(db, approver, id, 'approved', null, mailer);
  return getApproval(db, actor, id);
}

const requesterWithoutRight = 'Whoever asked for this no longer has the right to.';

const approverGone =
  'Whoever approved it was removed before it was done. Look whether it was done before you ask again.';

/** Declines a request. 409 if it is one's own or was decided. */
export async function decline(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: ApprovalId; reason: string },
  mailer: Mailer,
): Promise<Approval> {
  await db.transaction().execute(async (trx) => {
    const approval = await lockApproval(trx, actor, id);
    assertOthers(approval, actor);
    if (approval.status !== 'open') throw closed();
    await endWith(trx, actor, id, 'declined', reason, mailer);
  });
  return getApproval(db, actor, id);
}

/** Takes one's own request back. 409 if it was decided. */
export async function withdraw(db: Db, actor: TeamMember, id: ApprovalId): Promise<Approval> {
  await db.transaction().execute(async (trx) => {
    const { requestedBy, status } = await lockApproval(trx, actor, id);
    if (requestedBy !== actor.id) throw notFound('request');
    if (status !== 'open') throw closed();
    await trx
      .updateTable('approvals')
      .set({ status: 'withdrawn', decidedAt: sql<string>`now()`, request: withoutFile })
      .where('id', '=', id)
      .execute();
    await audit(trx, actor, 'approval.withdrawn', id);
  });
  return getApproval(db, actor, id);
}

/** 404 for whoever may neither approve it nor asked for it, 409 if nobody can decide it anymore. */
async function lockApproval(trx: Trx, actor: TeamMember, id: ApprovalId) {
  await getApproval(trx, actor, id);
  const { isStillWaiting, ...approval } = await trx
    .selectFrom('approvals')
    .select(['kind', 'call', 'request', 'facts', 'fingerprint', 'status'])
    .select(['requestedBy', 'decidedBy'])
    .select(isWaiting.as('isStillWaiting'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('request'));
  if (!isStillWaiting) throw closed();
  return approval;
}

function assertOthers(
  { kind, requestedBy }: { kind: keyof typeof approvalKinds; requestedBy: UserId },
  actor: TeamMember,
): void {
  if (requestedBy === actor.id) {
    throw new AppError('own_request', 'You asked for this yourself. Somebody else has to decide.');
  }
  demandRight(actor, approvalKinds[kind].right);
}

/** A file is kept no longer than it waits. */
const withoutFile = sql<string>`request - 'base64'`;

/** Removes the files of requests that nobody has decided in time. */
export async function deleteExpiredFiles(db: Db): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ request: withoutFile })
    .where('status', '=', 'open')
    .where('expiresAt', '<=', sql<string>`now()`)
    .where(sql<boolean>`request ? 'base64'`)
    .execute();
}

type Outcome = 'approved' | 'declined' | 'refused';

function end(
  db: Db,
  actor: TeamMember,
  id: ApprovalId,
  outcome: Outcome,
  answer: string | null,
  mailer: Mailer,
): Promise<void> {
  return db.transaction().execute((trx) => endWith(trx, actor, id, outcome, answer, mailer));
}

/** Notes how a request ended, and tells whoever asked. Does nothing if it has ended before. */
async function endWith(
  trx: Trx,
  actor: TeamMember,
  id: ApprovalId,
  outcome: Outcome,
  answer: string | null,
  mailer: Mailer,
): Promise<void> {
  // Whoever decided it may be removed at this moment: it is done, or refused, even so.
  const there = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', actor.id)
    .forKeyShare()
    .executeTakeFirst();
  const ended = await trx
    .updateTable('approvals')
    .set({
      status: outcome,
      decidedBy: there?.id ?? null,
      decidedAt: sql<string>`now()`,
      request: withoutFile,
      ...(answer !== null && { answer }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['open', 'approving'])
    .returning(['kind', 'facts', 'requestedBy'])
    .executeTakeFirst();
  if (!ended) return;
  await audit(trx, actor, `approval.${outcome}`, id, answer);
  const requester = await findMember(trx, ended.requestedBy);
  if (!requester) return;
  const news = { ...ended, outcome, answer };
  await mailer.enqueue(trx, approvalAnswered(mailer.config, requester, actor, news));
}

function audit(
  trx: Trx,
  actor: TeamMember,
  action: AuditAction,
  id: ApprovalId,
  reason: string | null = null,
): Promise<void> {
  return recordAudit(trx, {
    actor: userActor(actor),
    action,
    subjectId: id,
    ...(reason !== null && { reason }),
  });
}

/** Whether the call was refused for good; after a failure of ours, or "try again later", it can still be done. */
function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.retryAfter === undefined;
}

function closed(): AppError {
  return new AppError(
    'approval_closed',
    'This can no longer be decided. Load the page again to see what became of it.',
  );
}
