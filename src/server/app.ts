import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { explainBriefly } from '#server/explain.ts';
import * as features from '#server/features.ts';
import { sealKeyOf } from '#server/operations/backup/backup-key.ts';
import { operationRoutes } from '#server/operations/metrics/routes.ts';
import { paymentRoutes } from '#server/payments/payments/routes.ts';
import { createApprovals } from '#server/people/approvals/approvals.ts';
import { openProvider } from '#server/people/identity-provider/client.ts';
import { providerReturnRoute } from '#server/people/identity-provider/routes.ts';
import { findSession, mayMoveUnproven } from '#server/people/sign-in/sessions.ts';
import type { Session } from '#server/platform/actor.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Deps } from '#server/platform/deps.ts';
import { registerApiReference } from '#server/platform/http/api-reference.ts';
import { closeInOrder } from '#server/platform/http/close-in-order.ts';
import { registerErrorHandler } from '#server/platform/http/error-handler.ts';
import { refuseForeignOrigins } from '#server/platform/http/own-origin.ts';
import {
  refuseAddress,
  refuseConnection,
  registerSecurityHeaders,
} from '#server/platform/http/security-headers.ts';
import { trustedProxies } from '#server/platform/security/network.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';
import { securityTxtRoute } from '#server/publishing/contact/security-txt.ts';
import {
  carrySubscription,
  carrySubscriptionBack,
} from '#server/publishing/subscriptions/commands.ts';
import { oneClickRoutes } from '#server/publishing/subscriptions/routes.ts';
import { queues } from '#server/workers.ts';

/* What the application is built from, and how it answers. */

/** What the application is built from. */
export type AppDeps = Omit<Deps, 'findSession' | 'mayMoveUnproven' | 'approvals'> & WithPayments;

// The largest form holds about 7 kB of text, and several times that when every letter is escaped.
const bodyLimit = 64 * 1024;

/** The whole HTTP API. Every feature is registered here. */
export async function buildApp(
  parts: AppDeps,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const approvals = createApprovals(parts.db, parts.mailer);
  const deps = {
    ...parts,
    approvals,
    provider: openProvider(parts.config),
    sealKey: () => sealKeyOf(parts.config),
    queues,
    explain: explainBriefly,
    carrySubscription,
    carrySubscriptionBack,
    findSession: (request: FastifyRequest) =>
      findSession(parts.db, parts.config, parts.settings, request),
    mayMoveUnproven: (session: Session, cents: number) =>
      mayMoveUnproven(parts.db, session, cents, parts.config.confirmAboveCents),
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    bodyLimit,
    trustProxy: deps.config.trustProxy.length > 0 && trustedProxies(deps.config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    frameworkErrors: refuseAddress(deps.config),
    clientErrorHandler: refuseConnection(deps.config),
    // During shutdown, requests that still arrive are handled like all others.
    return503OnClosing: false,
    // We log each response ourselves, without the address.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('session', null);
  app.decorate('drawPreview', null);
  const isClosing = closeInOrder(app, deps.config.drainSeconds);
  // Only JSON: a form on another site cannot send it without a preflight request.
  app.removeContentTypeParser('text/plain');
  // A client that sends the content type of a missing body (DELETE) does no harm; where a body is required, the
  // contract says so.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  registerErrorHandler(app, async () => (await compareMigrations(parts.db)) === 'newer');
  registerSecurityHeaders(app, deps.config);
  // Responses only: nobody sends us compressed requests, and a signature covers the bytes as they were sent.
  await app.register(fastifyCompress, { globalDecompression: false });
  await app.register(fastifyCookie);
  app.addHook('onSend', async (request, reply) => {
    // Responses of the API are about this moment, and often about a person. A refusal, such as of a file that an upgrade
    // is about to bring, may be over with the next call.
    const isRefusal = reply.statusCode >= 400 && !reply.hasHeader('cache-control');
    if (isRefusal || request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern instead of the address, which could contain search words or the secret of a link.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  await registerApiReference(app);

  operationRoutes(app, deps);
  securityTxtRoute(app, deps.config);
  await paymentRoutes(app, deps);
  await oneClickRoutes(app, deps);
  providerReturnRoute(app, deps);
  await app.register(async (api) => {
    refuseForeignOrigins(api, deps.config.publicUrl);
    for (const register of Object.values(features)) register(api, { ...deps, isClosing });
  });
  return app;
}
