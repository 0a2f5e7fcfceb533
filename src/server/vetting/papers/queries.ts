import { sql } from 'kysely';
import type { FileId } from '#contract/ids.ts';
import type { TeamPaper } from '#contract/vetting/questions.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Papers as the team sees them, with the pages that were made of each; in no order. */
export async function findPapers(db: Db, ids: FileId[]): Promise<TeamPaper[]> {
  if (ids.length === 0) return [];
  const papers = await db
    .selectFrom('files')
    .select([
      'id',
      'state',
      'failure',
      'bytes',
      'originalName',
      sql<boolean>`coalesce(media_type, '') not in ('', 'application/pdf')`.as('isPicture'),
    ])
    .where('id', 'in', ids)
    .where('kind', '=', 'paper')
    .execute();
  const pages = await db
    .selectFrom('fileCopies')
    .select(['fileId', 'key'])
    .where('fileId', 'in', ids)
    .where('role', '=', 'page')
    .orderBy('page')
    .execute();
  return papers.map((paper) => ({
    ...paper,
    pages: pages.filter(({ fileId }) => fileId === paper.id).map(({ key }) => key),
  }));
}
