import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, ResponseOf, ValidatedOf } from '#contract/endpoint.ts';
import { errorBody, errorStatus } from '#contract/errors.ts';
import type { Deps } from '#server/app.ts';
import type { Config } from '#server/platform/config.ts';
import type { Page } from '#server/platform/db/paging.ts';
import type { Db } from '#server/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Administrator,
  requireRecentProof,
  requireSession,
  type Session,
} from '#server/people/sign-in/sessions.ts';
import { callerOf, countCall } from '#server/platform/misuse/call-counts.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/** What a handler gets: the validated parts of the request, who asks, and the caller's Idempotency-Key. */
type HandlerInput<E extends Endpoint> = ValidatedOf<E> & {
  actor: E['access'] extends 'administrator' ? Administrator : null;
  session: E['access'] extends 'administrator' ? Session : null;
  idempotencyKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler answers: the response's data, or one page of it. */
type HandlerOutput<E extends Endpoint> = E extends { paged: true }
  ? ResponseOf<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : ResponseOf<E>;

interface RouteOptions {
  /** Well-formed calls that one address may make in 10 minutes. */
  callsPerTenMinutes?: number;
  guard?: FormGuard;
}

/** Looks at the calls of a form that strangers may send. */
export interface FormGuard {
  /** Sees every call, right or wrong, and lets it pass. */
  notice(request: FastifyRequest): Promise<void>;
  /** Sees every well-formed call, and throws when it has to wait. */
  admit(request: FastifyRequest): Promise<void>;
}

const idempotencyHeader = z.object({
  // Printable ASCII, as in the header's draft standard; 255 is Stripe's limit too.
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 printable characters')
    .optional(),
});

/**
 * Registers an endpoint of the contract: its URL, access rule, validation both ways, error answers and
 * reference page entry. Features hand in one function and see nothing of the framework's schemas.
 */
export function bind<const E extends Endpoint>(
  app: FastifyInstance,
  { db, config, limitFactor }: Pick<Deps, 'db' | 'config' | 'limitFactor'>,
  endpoint: E,
  handler: (input: HandlerInput<E>) => Promise<HandlerOutput<E>>,
  { callsPerTenMinutes, guard }: RouteOptions = {},
): void {
  const { params, query, body, response } = endpoint;
  const limitCalls =
    callsPerTenMinutes === undefined
      ? null
      : callLimit(db, config, endpoint, callsPerTenMinutes * limitFactor);
  const status = response ? (endpoint.status ?? 200) : 204;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body, headers: idempotencyHeader }),
      response: { [status]: response ?? z.undefined(), ...errorResponses(endpoint) },
    },
    config: { access: endpoint.access },
    ...(guard && { preValidation: (request: FastifyRequest) => guard.notice(request) }),
    // After validation: correcting a typing error does not use up the allowance.
    ...((limitCalls || guard) && {
      preHandler: async (request: FastifyRequest) => {
        await limitCalls?.(request);
        await guard?.admit(request);
      },
    }),
    // Before the body is read: a stranger learns nothing about our input rules.
    ...(endpoint.access === 'administrator' && {
      onRequest: async (request: FastifyRequest) => {
        const session = await requireSession(db, config, request);
        if (endpoint.recent) requireRecentProof(session);
        request.session = session;
      },
    }),
    handler: async (request, reply) => {
      const result = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.session?.administrator ?? null,
        session: request.session,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        request,
        reply,
      } as unknown as HandlerInput<E>);
      reply.status(status);
      if (!endpoint.paged) return result;
      const { items, nextCursor } = result as Page<unknown>;
      if (nextCursor !== null) {
        reply.header('link', `<${nextPageUrl(request.url, nextCursor)}>; rel="next"`);
      }
      return items;
    },
  });
}

/** Refuses what one address sends too often; all servers on one database count together. */
export function callLimit(
  db: Db,
  config: Config,
  { method, path }: { method: string; path: string },
  most: number,
) {
  const secret = serverSecret(config);
  return async (request: FastifyRequest): Promise<void> => {
    const { calls, secondsLeft } = await countCall(db, {
      name: `${method} ${path}`,
      caller: callerOf(request.ip, secret),
      windowSeconds: 600,
    });
    if (calls <= most) return;
    const message = 'That was very often in a short time. Please try again in a few minutes.';
    throw new AppError('too_many_requests', message, undefined, secondsLeft);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** 'token': for who has the secret of the configuration. */
    access?: Endpoint['access'] | 'token';
  }
}

function nextPageUrl(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}

function errorResponses({
  access,
  recent,
  errors = [],
}: Endpoint): Record<number, typeof errorBody> {
  const codes = [
    'invalid_input' as const,
    ...(access === 'administrator' ? (['not_signed_in'] as const) : []),
    ...(recent ? (['confirm_identity'] as const) : []),
    ...errors,
  ];
  return Object.fromEntries(codes.map((code) => [errorStatus[code], errorBody]));
}
