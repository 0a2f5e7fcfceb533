import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { archivePath, archiveUrl } from '#contract/privacy/archive-path.ts';
import * as contract from '#contract/privacy/privacy.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { notSignedIn } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { serve } from '#server/platform/http/serve.ts';
import { readArchive, zipArchive } from '#server/privacy/archive.ts';
import * as commands from '#server/privacy/commands.ts';
import { getPerson } from '#server/privacy/queries.ts';
import { previewRetention } from '#server/privacy/retention.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

export const privacyRoutes = serve(
  contract,
  (deps: Deps & WithPayments & Pick<commands.ErasingServices, 'sealKey'>) => {
    const { db, mailer, vault, settings, sealKey } = deps;
    return {
      findPerson: async ({ actor, input }) => {
        const { timeZone } = settings.current();
        return getPerson(db, actor, input.who, { timeZone, sealKey: await sealKey() });
      },
      openArchive: async ({ actor, input }) => ({
        path: archiveUrl(await commands.openArchive(db, actor, input, vault)),
      }),
      erasePerson: ({ actor, input }) =>
        commands.erasePerson(db, actor, input, { mailer, payments: deps.payments, sealKey }),
      getRetention: () =>
        previewRetention(db, settings.current().retention, settings.current().timeZone),
    };
  },
);

/** The archive itself is not JSON, so this is not in the contract. */
export function archiveRoute(app: FastifyInstance, deps: Deps): void {
  const { db, storage, vault, settings } = deps;
  const querystring = z.object({ ticket: z.string().max(2_000) });
  app.route<{ Querystring: z.infer<typeof querystring> }>({
    method: 'GET',
    url: archivePath,
    compress: false,
    schema: { hide: true, querystring },
    config: { access: 'privacy.write' },
    onRequest: async (request: FastifyRequest) => {
      request.session = await requireSession(deps, request, 'privacy.write');
    },
    handler: async (request, reply) => {
      if (!request.session) throw notSignedIn();
      const who = commands.readTicket(vault, request.session.member, request.query.ticket);
      const archive = await readArchive(db, who);
      const day = isoDayOf(archive.madeAt, settings.current().timeZone);
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="data-about-a-person-${day}.zip"`,
        'x-content-type-options': 'nosniff',
      });
      return reply.send(zipArchive(archive, storage));
    },
  });
}
