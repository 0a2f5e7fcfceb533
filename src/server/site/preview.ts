import type { FastifyInstance } from 'fastify';
import { emptyForm, type View } from '#contract/documents.ts';
import type { NominationId } from '#contract/ids.ts';
import { needPath } from '#contract/pages.ts';
import type { Need } from '#contract/publishing/needs.ts';
import * as contract from '#contract/publishing/previews.ts';
import type { ConsentScope } from '#core/vetting/consent.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { notFound } from '#server/platform/errors.ts';
import { serve } from '#server/platform/http/serve.ts';
import { markCopies } from '#server/publishing/files/copy-marks.ts';
import { preparedFilesOf } from '#server/publishing/files/public-files.ts';
import { draftNeed } from '#server/publishing/needs/draft-need.ts';
import { getNeed } from '#server/publishing/needs/queries.ts';
import { getPublicPage } from '#server/publishing/public-pages/queries.ts';
import { findRequestByLink, getConsentPage } from '#server/vetting/consent-page/queries.ts';
import { findNameInTexts } from '#server/vetting/consents/gate.ts';

/* The preview of a public page for administrators, and of what a nominee would show. */

/** Draws a document as a visitor sees it, without its scripts. */
export type DrawPreview = (view: View, about: { path: string; title: string }) => Promise<string>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by what serves the pages; null in an application without them. */
    drawPreview: DrawPreview | null;
  }
}

/**
 * Previews of a public page: the document itself, inside the response of the API, for a frame of the admin area or of a
 * nominee's page. So it has no address that anyone could frame, index, or keep.
 */
export const previewRoutes = serve(contract, (deps) => ({
  previewPublicPage: async ({ input: { id, ...page }, request }) => {
    const { need, hidden } = await inSnapshot(deps.db, (trx) => draftNeed(trx, id, page));
    return { html: await draw(request.server, need), hidden };
  },
  previewConsentPage: async ({ input: { token, limits }, request }) => {
    const shown = await inSnapshot(deps.db, async (trx) => {
      const { nominationId } = await findRequestByLink(trx, token);
      return shownToNominee(trx, nominationId, limits, deps.config);
    });
    if (!('need' in shown)) return { html: null, named: null, where: null, ...shown };
    return { html: await draw(request.server, shown.need), named: null, where: null };
  },
}));

async function draw({ drawPreview }: FastifyInstance, need: Need): Promise<string> {
  if (drawPreview === null) throw notFound('page');
  const view: View = { page: 'need', need, follow: emptyForm(), isFollowSent: false };
  return drawPreview(view, { path: needPath(need.id), title: need.name });
}

/** What everybody sees of a nominee, or would within limits; or the word of a name that stands in the way. */
async function shownToNominee(
  db: Db,
  id: NominationId,
  limits: ConsentScope | null,
  config: Config,
): Promise<{ need: Need } | { named: string; where: string } | Record<never, never>> {
  const { page, said, last } = await getConsentPage(db, { nominationId: id, askedAs: 'self' });
  if (page === 'none') return {};
  if (page === 'public' && limits === null) return { need: await getNeed(db, id) };
  const everything = { showsName: true, showsStory: true, showsPhotos: true };
  const within = limits ?? (said === 'given' ? last : null) ?? everything;
  const found = await findNameInTexts(db, id, within);
  if (found !== null) return { named: found.word, where: found.where };
  const texts = await getPublicPage(db, id);
  const isDraft = page !== 'public';
  const files = await preparedFilesOf(db, id, { isDraft, markOf: markCopies(config) });
  const { need } = await draftNeed(db, id, texts, { limits: within, files });
  return { need };
}
