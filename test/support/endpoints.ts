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
  return Object.keys(shapeOf(schema));
}

/** The schemas of these fields. */
export function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A place for a day or a moment in a body or a query, such as `depositLines.0.receivedOn`. */
export interface DayPlace {
  path: string[];
  format: 'date' | 'date-time';
}

/** All of them, however deep. */
export function dayPlaces(schema: z.ZodType | undefined): DayPlace[] {
  if (!schema) return [];
  return placesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), []);
}

type Schema = Parameters<typeof z.fromJSONSchema>[0];

function placesIn(schema: Schema | undefined, path: string[]): DayPlace[] {
  if (typeof schema !== 'object') return [];
  const { format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  if (format === 'date' || format === 'date-time') return [{ path, format }];
  return [
    ...Object.entries(properties).flatMap(([name, one]) => placesIn(one, [...path, name])),
    ...placesIn(items as Schema | undefined, [...path, '0']),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => placesIn(one, path)),
  ];
}
