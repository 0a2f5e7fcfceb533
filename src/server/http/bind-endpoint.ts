import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint, ResponseOf, ValidatedOf } from '#contract/endpoint.ts';
import { errorBody, errorStatus } from '#contract/errors.ts';
import type { Deps } from '#server/app.ts';
import type { Page } from '#server/db/paging.ts';
import { type Administrator, requireAdministrator } from '#server/http/session.ts';

/** What a handler gets: the validated parts of the request, who asks, and the caller's Idempotency-Key. */
type HandlerInput<E extends Endpoint> = ValidatedOf<E> & {
  actor: E['access'] extends 'administrator' ? Administrator : null;
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
  options: RouteOptions = {},
): void {
  const { params, query, body, response } = endpoint;
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
    config: {
      access: endpoint.access,
      ...(options.callsPerTenMinutes !== undefined && {
        rateLimit: {
          max: options.callsPerTenMinutes * limitFactor,
          timeWindow: '10 minutes',
          // After validation: correcting a typing error does not use up the allowance.
          hook: 'preHandler' as const,
        },
      }),
    },
    // Before the body is read: a stranger learns nothing about our input rules.
    ...(endpoint.access === 'administrator' && {
      onRequest: async (request: FastifyRequest) => {
        request.administrator = await requireAdministrator(db, config, request);
      },
    }),
    handler: async (request, reply) => {
      const result = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.administrator,
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

declare module 'fastify' {
  interface FastifyRequest {
    administrator: Administrator | null;
  }
  interface FastifyContextConfig {
    access?: Endpoint['access'];
  }
}

function nextPageUrl(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}

function errorResponses({ access, errors = [] }: Endpoint): Record<number, typeof errorBody> {
  const codes = [
    'invalid_input' as const,
    ...(access === 'administrator' ? (['not_signed_in'] as const) : []),
    ...errors,
  ];
  return Object.fromEntries(codes.map((code) => [errorStatus[code], errorBody]));
}
