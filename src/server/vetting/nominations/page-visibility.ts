import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* Hides the public page of a nomination with a decision. */

/**
 * Publishes or hides the public page of a nomination. The caller has locked the nomination. Returns whether that
 * changed anything.
 */
export async function setPageVisibility(
  trx: Trx,
  /** As the audit trail names them. */
  actor: string,
  nominationId: NominationId,
  isPublished: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('publicPages')
    .set({ isPublished, publishedAt: sql<string>`coalesce(published_at, now())` })
    .where('nominationId', '=', nominationId)
    .where('isPublished', '<>', isPublished)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAudit(trx, {
    actor,
    action: isPublished ? 'public_page.published' : 'public_page.unpublished',
    subjectId: nominationId,
    before: { isPublished: !isPublished },
    after: { isPublished },
  });
  return true;
}

/**
 * Notes that a colleague saved or unpublished the page: undoing a rejection that hid it leaves it hidden, because
 * nobody has agreed to publish it as it is now. The caller has locked the nomination.
 */
export async function keepPageHidden(trx: Trx, nominationId: NominationId): Promise<void> {
  await trx
    .updateTable('nominationDecisions')
    .set({ hidPage: false })
    .where('nominationId', '=', nominationId)
    .where('hidPage', '=', true)
    .execute();
}
