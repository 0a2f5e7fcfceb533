import type { FileId, NominationId } from '#contract/ids.ts';
import type { PublicPage } from '#contract/publishing/public-pages.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** The public page of a nomination, published or not; its texts are empty before the first save. */
export async function getPublicPage(db: Db, nominationId: NominationId): Promise<PublicPage> {
  const { publicName, summary, story, isPublished, isVisible, ...page } = await db
    .selectFrom('nominations')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select([
      'nominations.id as nominationId',
      'publicName',
      'summary',
      'story',
      'coverFileId',
      'isPublished',
      'isVisible',
      'publishedAt',
    ])
    .where('nominations.id', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return {
    ...page,
    publicName: publicName ?? '',
    summary: summary ?? '',
    story: story ?? '',
    isPublished: isPublished ?? false,
    isVisible: isVisible ?? false,
  };
}

/** 409 unless this is a photo of the nomination, published or not. */
export async function assertOwnPhoto(
  db: Db,
  nominationId: NominationId,
  fileId: FileId,
): Promise<void> {
  const photo = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('nominationId', '=', nominationId)
    .where('kind', '=', 'photo')
    .executeTakeFirst();
  if (photo) return;
  const message = 'Choose a photo of this nomination';
  throw new AppError('cover_unusable', `${message}.`, { coverFileId: message });
}
