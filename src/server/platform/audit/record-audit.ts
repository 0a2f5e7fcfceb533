import type { AuditEntryId } from '#contract/ids.ts';
import { type Administrator, userActor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** One line of the audit trail. */
export interface AuditEntry {
  /** 'user:<id>', 'provider:<name>', 'visitor' for somebody not signed in, or 'system'. */
  actor: string;
  /** The kind of thing and what happened to it: 'cause.created'. */
  action: `${string}.${string}`;
  subjectId: string;
  /** The fields that changed, as they were; left out where there was nothing. */
  before?: Record<string, unknown>;
  /** The fields that changed, as they are; left out where there is nothing any more. */
  after?: Record<string, unknown>;
  reason?: string;
}

/**
 * Writes down who did what, in the transaction that does it. Names the fields of donors and nominators that
 * changed, never their contents: the trail cannot be erased, and they have a right to be.
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

/** {@link recordAudit} for an administrator's action that has no state before it to tell. */
export function auditAction(
  trx: Trx,
  actor: Pick<Administrator, 'id'>,
  action: AuditEntry['action'],
  subjectId: string,
  after?: Record<string, unknown>,
): Promise<void> {
  return recordAudit(trx, {
    actor: userActor(actor),
    action,
    subjectId,
    ...(after && { after }),
  });
}
