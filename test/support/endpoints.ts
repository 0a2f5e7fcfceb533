import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

const contractDir = fileURLToPath(new URL('../../src/contract/', import.meta.url));

/** Every endpoint that a file of the contract exports, by its name, so that new ones are tested automatically. */
export const allEndpoints: Record<string, Endpoint> = {};
/** The domain of each of them: the folder of the contract that it is in. */
const domains = new Map<Endpoint, string>();
for (const file of globSync('**/!(*.test|index).ts', { cwd: contractDir }).sort()) {
  const exported: Record<string, unknown> = await import(`${contractDir}${file}`);
  for (const [name, value] of Object.entries(exported)) {
    if (!isEndpoint(value)) continue;
    allEndpoints[name] = value;
    domains.set(value, dirname(file));
  }
}

/** The domain of an endpoint: "giving". */
export function domainOf(endpoint: Endpoint): string {
  const domain = domains.get(endpoint);
  if (domain === undefined) throw new Error('Not an endpoint of the contract');
  return domain;
}

/** "POST /api/causes", for the name of a test. */
export function signature({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/** The names of the fields of a body or a query. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
