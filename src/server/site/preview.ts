import type { FastifyInstance } from 'fastify';
import { emptyForm, type View } from '#contract/documents.ts';
import { needPath } from '#contract/pages.ts';
import { previewPublicPage } from '#contract/publishing/public-pages.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { draftNeed } from '#server/publishing/needs/queries.ts';

/** Draws a document as a visitor sees it, without its scripts. */
export type DrawPreview = (view: View, about: { path: string; title: string }) => Promise<string>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by what serves the pages; null in an application without them. */
    drawPreview: DrawPreview | null;
  }
}

/**
 * The preview of a public page: the document itself, inside the response of the API, for a frame of the admin area. So
 * it has no address that anyone could frame, index, or keep.
 */
export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, previewPublicPage, async ({ params, body, request }) => {
    const { need, hidden } = await inSnapshot(deps.db, (trx) => draftNeed(trx, params.id, body));
    const draw = request.server.drawPreview;
    if (draw === null) throw notFound('page');
    const view: View = { page: 'need', need, follow: emptyForm(), isFollowSent: false };
    return { html: await draw(view, { path: needPath(need.id), title: need.name }), hidden };
  });
}
