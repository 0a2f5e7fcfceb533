import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * The OpenAPI document, generated from the contract, at `/api/docs/json`, and a page that shows it at
 * `/api/docs`.
 */
export async function registerApiReference(app: FastifyInstance, siteName: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      info: {
        title: `${siteName} API`,
        version: '1',
        description:
          'Money is in cents: the smallest unit of the site’s currency, whatever it is called; moments are ISO 8601 in UTC. Every error response has the form { code, message, fields?, requestId }.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    transform: ({ schema, url, ...rest }) => {
      const isOurs = schema?.summary !== undefined;
      return jsonSchemaTransform({ schema: isOurs ? schema : { hide: true }, url, ...rest });
    },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Some three hundred endpoints, laid out at once, would keep a slow computer busy for long.
    uiConfig: { docExpansion: 'none', deepLinking: true, filter: true },
  });
}
