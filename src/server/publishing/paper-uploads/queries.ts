import { sql } from 'kysely';
import type { FileId } from '#contract/ids.ts';
import type { Paper } from '#contract/vetting/questions.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { findNominationByLink } from '#server/vetting/tracking-links/queries.ts';

/* How far the upload of a paper is. */

/** A paper as its sender sees it, with where its upload continues. */
export type UploadedPaper = Paper & { uploadedBytes: number };

/** A paper that was sent with a private link. 404 for one of another, as for one that does not exist. */
export async function getPaper(db: Db, token: string, id: FileId): Promise<UploadedPaper> {
  const nominationId = await findNominationByLink(db, token);
  return (
    uploadedPapers(db, id)
      .where('nominationId', '=', nominationId)
      // Not those of the team.
      .where('createdBy', 'is', null)
      .executeTakeFirstOrThrow(() => notFound('file'))
  );
}

/** A paper that somebody of the team uploads. 404 for one of anybody else. */
export function getTeamPaper(
  db: Db,
  { id: createdBy }: Pick<TeamMember, 'id'>,
  id: FileId,
): Promise<UploadedPaper> {
  return uploadedPapers(db, id)
    .where('createdBy', '=', createdBy)
    .executeTakeFirstOrThrow(() => notFound('file'));
}

function uploadedPapers(db: Db, id: FileId) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'state',
      'failure',
      'bytes',
      'uploadedBytes',
      // Before its first bytes, nobody knows.
      sql<boolean>`coalesce(media_type, '') not in ('', 'application/pdf')`.as('isPicture'),
    ])
    .where('id', '=', id)
    .where('kind', '=', 'paper');
}
