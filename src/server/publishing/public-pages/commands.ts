import { sql } from 'kysely';
import type { z } from 'zod';
import type { NominationId } from '#contract/ids.ts';
import type { PublicPage, publicPageInput } from '#contract/publishing/public-pages.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { changedFields, recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { assertOwnPhoto, getPublicPage } from '#server/publishing/public-pages/queries.ts';
import { assertMayBeShown, assertNameless } from '#server/vetting/consents/gate.ts';
import { keepPageHidden, setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';

type PageInput = z.infer<typeof publicPageInput> & { nominationId: NominationId };

/** Saves the texts of a public page without publishing it; a published page changes immediately. */
export function savePublicPage(db: Db, actor: TeamMember, input: PageInput): Promise<PublicPage> {
  demandRight(actor, 'pages.draft');
  const { nominationId, ...texts } = input;
  return db.transaction().execute(async (trx) => {
    await lockNomination(trx, nominationId);
    if (texts.coverFileId !== null) await assertOwnPhoto(trx, nominationId, texts.coverFileId);
    const before = await getPublicPage(trx, nominationId);
    if (before.isPublished) demandRight(actor, 'pages.publish');
    await trx
      .insertInto('publicPages')
      .values({ nominationId, ...texts })
      .onConflict((conflict) =>
        conflict.column('nominationId').doUpdateSet({ ...texts, updatedAt: sql<string>`now()` }),
      )
      .execute();
    if (before.isPublished) await assertNameless(trx, nominationId);
    await keepPageHidden(trx, nominationId);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'public_page.saved',
      subjectId: nominationId,
      after: { fields: changedFields(before, texts) },
    });
    return getPublicPage(trx, nominationId);
  });
}

/** Publishes the page. 409 if it has no texts yet, or if the nomination was not accepted. */
export function publish(
  db: Db,
  actor: TeamMember,
  nominationId: NominationId,
): Promise<PublicPage> {
  demandRight(actor, 'pages.publish');
  return setPublished(db, actor, nominationId, true);
}

/** Hides the page from the public immediately. */
export function unpublish(
  db: Db,
  actor: TeamMember,
  nominationId: NominationId,
): Promise<PublicPage> {
  demandRight(actor, 'pages.publish');
  return setPublished(db, actor, nominationId, false);
}

function setPublished(
  db: Db,
  actor: TeamMember,
  nominationId: NominationId,
  isPublished: boolean,
): Promise<PublicPage> {
  return db.transaction().execute(async (trx) => {
    const { isAccepted } = await lockNomination(trx, nominationId);
    if (isPublished && !isAccepted) {
      throw new AppError(
        'not_publishable',
        'Only an accepted or completed nomination can be published. Accept it first.',
      );
    }
    if (isPublished) {
      await assertMayBeShown(trx, nominationId);
      await assertNameless(trx, nominationId);
    }
    const before = await getPublicPage(trx, nominationId);
    if (isPublished && before.publicName === '') {
      throw new AppError(
        'not_publishable',
        'Write and save the public name, summary, and story first.',
      );
    }
    // Also if a rejection has hidden it already.
    if (!isPublished) await keepPageHidden(trx, nominationId);
    if (before.isPublished === isPublished) return before;
    await setPageVisibility(trx, userActor(actor), nominationId, isPublished);
    return getPublicPage(trx, nominationId);
  });
}

/** Locked while its page changes, so that rejecting it at the same moment waits. */
function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select('isAccepted')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
