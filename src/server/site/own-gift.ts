import type { FastifyInstance } from 'fastify';
import { ownGiftPath, publicPages } from '#contract/pages.ts';
import { createDonationLink } from '#server/giving/donation-links/commands.ts';
import { giftOf } from '#server/giving/donations/own-gift-cookie.ts';
import { findOwnGift } from '#server/giving/donations/queries.ts';
import { refuseForeignOrigins } from '#server/platform/http/own-origin.ts';
import { callLimit } from '#server/platform/misuse/call-limit.ts';
import type { PageDeps, Pages } from '#server/site/pages.ts';

// A person needs one or two.
const calls = 60;

/**
 * Leads the browser that has just made a donation to its private page, by a link of its own: the one in the receipt is
 * stored as a hash only.
 */
export async function serveOwnGift(
  app: FastifyInstance,
  { site, db, config, mailer }: PageDeps,
  pages: Pages,
): Promise<void> {
  const limitCalls = callLimit(db, config, { method: 'POST', path: ownGiftPath }, calls);
  await app.register(async (scope) => {
    scope.setErrorHandler(pages.sendError);
    refuseForeignOrigins(scope, site.publicUrl);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      // The cookie says everything.
      (_request, _body, done) => done(null, undefined),
    );
    scope.post(ownGiftPath, { schema: { hide: true } }, async (request, reply) => {
      await limitCalls(request);
      const id = giftOf(request, config);
      const gift = id && (await findOwnGift(db, id));
      const target =
        id && gift?.state === 'paid'
          ? await db.transaction().execute((trx) => createDonationLink(trx, id, mailer))
          : `${publicPages.donate.path}?status=success`;
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(target, 303);
    });
  });
}
