import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import { toBody } from '#server/platform/http/error-handler.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // Mantine writes style attributes and one style element.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  // A link in the response leads to the payment page, not a form.
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * What every response tells a browser: to run and show only what is ours, and to reveal nothing to others. No
 * header lets another site read a response.
 */
function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl.startsWith('https://') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Sets the headers on every response that goes through the framework. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** Responds to addresses that never reach a route: those with broken percent encoding or an id that is far too long. */
export function refuseAddress(config: Config) {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = new AppError('not_found', 'There is nothing at this address.');
    reply.status(refusal.status).headers(headers).send(toBody(refusal, request));
  };
}

/**
 * Responds to invalid HTTP, headers that are too long, and requests that are too slow, which never reach the framework.
 */
export function refuseConnection(config: Config) {
  const headers = Object.entries(securityHeaders(config)).map((pair) => pair.join(': '));
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code] ?? 400;
    const body: ErrorBody = {
      code: 'invalid_input',
      message:
        status === 431
          ? 'The address of this request is too long, or its headers are. Please use fewer or shorter words.'
          : 'We could not read this request.',
      requestId: randomUUID(),
    };
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...headers,
      'cache-control: no-store',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
  };
}
