import { basename, dirname } from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '#server/platform/http/contract-exports.ts';

const found = await contractEndpoints();

/** Every endpoint that a file of the contract exports, by its name, so that new ones are tested automatically. */
export const allEndpoints: Record<string, Endpoint> = Object.fromEntries(
  found.map(({ name, endpoint }) => [name, endpoint]),
);
/** The domain of each of them: the folder of the contract that it is in. */
const domains = new Map(found.map(({ file, endpoint }) => [endpoint, basename(dirname(file))]));

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

/** The names of the fields of a body or a query. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
