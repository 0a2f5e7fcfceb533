import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifySwagger from '@fastify/swagger';
import Fastify from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/errors.ts';
import { routeSchema } from '#server/platform/http/route-schema.ts';

const contractDir = fileURLToPath(new URL('../../../contract/', import.meta.url));
// Said once: repeated with each refusal of each call, its codes would be nine tenths of the document.
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(errorBody, { id: 'Error' });

/**
 * The OpenAPI document of all endpoints of the contract, as JSON. It takes seconds of a thread, and megabytes: a live site
 * has it from its build.
 */
export async function makeApiDocument(): Promise<string> {
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  await app.register(fastifySwagger, {
    openapi: {
      info: {
        title: 'Everycent API',
        version: '1',
        description:
          'Money is in cents: the smallest unit of the site’s currency, whatever it is called; moments are ISO 8601 in UTC. Every error response has the form { code, message, fields?, requestId }.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  for (const endpoint of await endpointsOfContract()) {
    const { method, path: url } = endpoint;
    app.route({ method, url, schema: routeSchema(endpoint), handler: async () => undefined });
  }
  await app.ready();
  return JSON.stringify(app.swagger());
}

async function endpointsOfContract(): Promise<Endpoint[]> {
  const files = globSync('**/!(*.test|index).ts', { cwd: contractDir }).sort();
  const modules: object[] = await Promise.all(files.map((file) => import(contractDir + file)));
  return modules
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter(
      (value): value is Endpoint =>
        typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
    );
}
