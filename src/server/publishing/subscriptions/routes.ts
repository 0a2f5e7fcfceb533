import type { FastifyInstance } from 'fastify';
import { fewLinkMails } from '#contract/form-fields.ts';
import { oneClickPath, unsubscribeUrl } from '#contract/pages.ts';
import * as contract from '#contract/publishing/subscriptions.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { serve } from '#server/platform/http/serve.ts';
import { callLimit } from '#server/platform/misuse/call-limit.ts';
import * as commands from '#server/publishing/subscriptions/commands.ts';
import { requestFollow } from '#server/publishing/subscriptions/jobs.ts';

const farewell = 'You will not get any more updates by email.';

export const subscriptionRoutes = serve(contract, (deps) => {
  const { db } = deps;
  return {
    followNeed: async ({ visitor, input }) => {
      await requestFollow(deps, visitor, { id: input.id, email: input.email });
      return {
        message: `If updates can go to this address, an email with a link to confirm it is on its way. ${fewLinkMails}`,
      };
    },
    confirmFollow: async ({ input }) => ({
      message: 'You will get each update about this need by email.',
      need: await commands.confirmFollow(db, input.token),
    }),
    unsubscribe: async ({ input }) => ({
      message: farewell,
      ...(await commands.unsubscribe(db, input.token)),
    }),
    subscribeAgain: async ({ input }) => {
      await commands.subscribeAgain(db, input.token);
      return { message: 'You will get updates by email again.' };
    },
  };
});

// A mail provider calls for all of its customers from few addresses.
const oneClickCalls = 3_000;

/**
 * Mail programs call this when somebody clicks "unsubscribe" (RFC 8058): a form, from anywhere, without cookies.
 * The secret in the address is the only credential, so the origin of the call is not checked. The response is the
 * same for every secret.
 */
export async function oneClickRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, config, limitFactor } = deps;
  const path = oneClickPath(':token');
  const limitCalls = callLimit(db, config, { method: 'POST', path }, oneClickCalls * limitFactor);
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 1024 },
      // Always "List-Unsubscribe=One-Click", which says nothing.
      (_request, _body, done) => done(null, undefined),
    );
    scope.post<{ Params: { token: string } }>(path, {
      schema: { hide: true },
      handler: async (request, reply) => {
        await limitCalls(request);
        const { params } = request;
        await commands.unsubscribe(db, params.token).catch((error) => {
          if (!(error instanceof AppError)) throw error;
        });
        return reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(`${farewell}\n`);
      },
    });
    // For people. Link scanners open this, too, so it changes nothing.
    scope.get<{ Params: { token: string } }>(
      path,
      { schema: { hide: true } },
      async ({ params }, reply) =>
        reply
          .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
          .redirect(unsubscribeUrl(config.publicUrl, encodeURIComponent(params.token))),
    );
  });
}
