import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditSubject } from '#contract/audit-subjects.ts';
import type { AuditEntryId } from '#contract/ids.ts';
import type { AuditValues } from '#core/audit.ts';
import { type TeamMember, userActor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* Writing the audit trail. */

/** One entry of the audit trail. */
export interface AuditEntry {
  /** 'user:<id>', 'provider:<name>', 'visitor' for somebody who is not signed in, or 'system'. */
  actor: string;
  /** The kind of item and what happened to it: 'cause.created'. Each has its words in the trail. */
  action: AuditAction;
  subjectId: AuditSubject;
  /** The old values of the fields that changed; omitted if there were none. */
  before?: AuditValues;
  /** The new values of the fields that changed; omitted if there are none. */
  after?: AuditValues;
  reason?: string;
}

/**
 * Records who did what, in the transaction that does it. For donors and nominators, names the fields that
 * changed, but never their contents: the trail cannot be erased, and they have a right to erasure.
 */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const { before, after, reason, ...rest } = entry;
  await trx
    .insertInto('auditEntries')
    .values({
      id: newId<AuditEntryId>(),
      ...rest,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      ...(reason !== undefined && { reason }),
    })
    .execute();
}

/** {@link recordAudit} for an administrator's action without a previous state. */
export function auditAction(
  trx: Trx,
  actor: Pick<TeamMember, 'id'>,
  action: AuditAction,
  subjectId: AuditSubject,
  after?: AuditValues,
): Promise<void> {
  return recordAudit(trx, {
    actor: userActor(actor),
    action,
    subjectId,
    ...(after && { after }),
  });
}

/** The names of the fields that differ from what they were, as the trail tells them. What is undefined stays the same. */
export function changedFields<Fields extends object>(
  before: { [Name in keyof Fields]?: unknown },
  after: Fields,
): (keyof Fields & string)[] {
  return (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => after[name] !== undefined && after[name] !== before[name],
  );
}
