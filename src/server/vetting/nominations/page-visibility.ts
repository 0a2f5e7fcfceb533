import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { type Administrator, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/**
 * Publishes or hides the public page of a nomination. The caller has locked the nomination. Returns whether that
 * changed anything.
 */
export async function setPageVisibility(
  trx: Trx,
  actor: Administrator,
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
    actor: userActor(actor),
    action: isPublished ? 'public_page.published' : 'public_page.unpublished',
    subjectId: nominationId,
    before: { isPublished: !isPublished },
    after: { isPublished },
  });
  return true;
}
