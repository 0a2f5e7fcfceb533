import { sql } from 'kysely';
import type { FileId } from '#contract/ids.ts';
import type { TeamPaper } from '#contract/vetting/questions.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** These papers as the team sees them, with the pages that were made of them, by their ids. */
export async function findPapers(db: Db, ids: FileId[]): Promise<Map<FileId, TeamPaper>> {
  if (ids.length === 0) return new Map();
  const papers = await db
    .selectFrom('files')
    .select([
      'id',
      'state',
      'failure',
      'bytes',
      'originalName',
      // Before its first bytes, nobody knows.
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
  return new Map(
    papers.map((paper) => [
      paper.id,
      {
        ...paper,
        pages: pages.filter(({ fileId }) => fileId === paper.id).map(({ key }) => key),
      },
    ]),
  );
}

/** Papers of the team's view as their sender sees them: without their names. */
export function withoutNames(papers: TeamPaper[]) {
  return papers.map(({ id, isPicture, state, failure, bytes }) => ({
    id,
    isPicture,
    state,
    failure,
    bytes,
  }));
}
