import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { PgBoss } from 'pg-boss';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/schema.ts';
import { allocationRoutes } from '#server/features/allocations/routes.ts';
import { authRoutes } from '#server/features/auth/routes.ts';
import { causeRoutes } from '#server/features/causes/routes.ts';
import { contactRoutes } from '#server/features/contact/routes.ts';
import { dashboardRoutes } from '#server/features/dashboard/routes.ts';
import { donationRoutes } from '#server/features/donations/routes.ts';
import { healthRoutes } from '#server/features/health/routes.ts';
import { nominationRoutes } from '#server/features/nominations/routes.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import { paymentRoutes } from '#server/features/payments/routes.ts';
import { userRoutes } from '#server/features/users/routes.ts';
import { registerApiReference } from '#server/http/api-reference.ts';
import { AppError } from '#server/http/app-error.ts';
import { refuseAddress, registerErrorHandler } from '#server/http/error-handler.ts';
import { refuseForeignOrigins } from '#server/http/own-origin.ts';
import type { Mailer } from '#server/mail/mailer.ts';

/** Everything that routes need; made by `main.ts`, or by a test. */
export interface Deps {
  db: Db;
  config: Config;
  boss: PgBoss;
  mailer: Mailer;
  payments: PaymentProvider;
  /** How much looser the limits on public forms are. */
  limitFactor: number;
}

// The largest form holds about 7 kB of text, several times that when every letter is escaped.
const bodyLimit = 64 * 1024;

/** The whole HTTP API. Every feature is named here. */
export async function buildApp(deps: Deps, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    bodyLimit,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    frameworkErrors: refuseAddress,
    // We log each answer ourselves, without the address.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('administrator', null);
  // Only JSON: a form of another site cannot send that without asking first.
  app.removeContentTypeParser('text/plain');
  // A client that names the type of a body it does not send (DELETE) means no harm; where a body is needed,
  // the contract says so.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  registerErrorHandler(app);
  await app.register(fastifyHelmet, securityHeaders(deps.config));
  // Answers only: nobody sends us compressed requests, and a signature covers the bytes as they came.
  await app.register(fastifyCompress, { globalDecompression: false });
  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      const message = 'That was very often in a short time. Please try again in a few minutes.';
      return new AppError('too_many_requests', message, undefined, seconds);
    },
  });
  app.addHook('onSend', async (request, reply) => {
    // Answers of the API are about this moment, and often about a person.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern, not the address, which could hold search words or the secret of a link.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  await registerApiReference(app, deps.config.site.name);

  await paymentRoutes(app, deps);
  await app.register(async (api) => {
    refuseForeignOrigins(api, deps.config.publicUrl);
    healthRoutes(api, deps);
    authRoutes(api, deps);
    causeRoutes(api, deps);
    donationRoutes(api, deps);
    nominationRoutes(api, deps);
    allocationRoutes(api, deps);
    userRoutes(api, deps);
    contactRoutes(api, deps);
    dashboardRoutes(api, deps);
  });
  return app;
}

function securityHeaders(config: Config) {
  const isHttps = config.publicUrl.startsWith('https://');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes style attributes and one style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
