import type { FileId, NominationId } from '#contract/ids.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* Which papers can be used, and by whom. */

/**
 * Throws 409 unless each is a complete paper of this nomination, named once, that this person has uploaded: somebody of
 * the team or, with null, whoever has the private link.
 */
export async function assertUsable(
  trx: Trx,
  nominationId: NominationId,
  sender: Pick<TeamMember, 'id'> | null,
  papers: FileId[],
): Promise<void> {
  if (papers.length === 0) return;
  const usable = await trx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', papers)
    .where('nominationId', '=', nominationId)
    .where('kind', '=', 'paper')
    .where('createdBy', 'is not distinct from', sender?.id ?? null)
    .where('state', 'in', ['processing', 'ready'])
    // So that the sweep of papers that nothing took cannot delete one meanwhile.
    .forKeyShare()
    .execute();
  if (usable.length === papers.length) return;
  throw new AppError(
    'file_unusable',
    'One of these files did not arrive completely, or could not be read. Please remove it and add it again.',
  );
}
