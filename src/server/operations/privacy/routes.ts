import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { archivePath, archiveUrl } from '#contract/operations/archive-path.ts';
import * as contract from '#contract/operations/privacy.ts';
import { isoDayOf } from '#core/dates.ts';
import type { WithPayments } from '#server/giving/payment-provider/provider.ts';
import { readArchive, zipArchive } from '#server/operations/privacy/archive.ts';
import * as commands from '#server/operations/privacy/commands.ts';
import { getPerson } from '#server/operations/privacy/queries.ts';
import { previewRetention } from '#server/operations/privacy/retention.ts';
import { notSignedIn } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { requireSession } from '#server/platform/http/require-session.ts';

export function privacyRoutes(
  app: FastifyInstance,
  deps: Deps & WithPayments,
  sealKey: commands.ErasingServices['sealKey'],
): void {
  const { db, mailer, vault, settings } = deps;
  bind(app, deps, contract.findPerson, async ({ actor, body }) => {
    const { timeZone } = settings.current();
    return getPerson(db, actor, body.who, { timeZone, sealKey: await sealKey() });
  });
  bind(app, deps, contract.openArchive, async ({ actor, body }) => ({
    path: archiveUrl(await commands.openArchive(db, actor, body, vault)),
  }));
  bind(app, deps, contract.erasePerson, ({ actor, body }) =>
    commands.erasePerson(db, actor, body, { mailer, payments: deps.payments, sealKey }),
  );
  bind(app, deps, contract.getRetention, () =>
    previewRetention(db, settings.current().retention, settings.current().timeZone),
  );
  archiveRoute(app, deps);
}

/** The archive itself is not JSON, so this is not in the contract. */
function archiveRoute(app: FastifyInstance, deps: Deps): void {
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
