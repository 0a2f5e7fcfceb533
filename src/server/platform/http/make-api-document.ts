import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorStatus } from '#contract/errors.ts';
import { solutionHeader, ticketHeader } from '#contract/form-headers.ts';
import { contractEndpoints, contractExports } from '#server/platform/http/contract-exports.ts';
import { idempotencyHeader, refusalsOf, statusOf } from '#server/platform/http/route-schema.ts';

/* Makes the API reference from the contract. */

/** A JSON schema, as zod writes it. */
type Json = z.core.JSONSchema.BaseSchema;
/** What a call takes, or what it returns. */
type Direction = 'input' | 'output';

const at = '#/components/schemas/';
// By their names: where Vite bundles its configuration, what is imported here is a copy of what the contract exports.
const [refused, awaiting] = ['ErrorBody', 'ApprovalRequested'] as const;
const reference = /"#\/components\/schemas\/(\w+)"/g;
const description = `Money is in cents: the smallest unit of the site’s currency, whatever it is called; moments are ISO 8601 in UTC. Every error response has the form { code, message, fields?, requestId }. Besides the refusals that it names, a call that is not a GET may be refused with wrong_origin, and one with a body with payload_too_large or unsupported_media_type. A call that is refused with challenge_required is repeated with the header ${solutionHeader}: base64 of JSON { challenge, solution }, or, after the wait that the refusal names, with its ticket in the header ${ticketHeader}.`;

/**
 * The OpenAPI document of all endpoints of the contract, as JSON. It takes a second of a thread, and megabytes: a live site
 * has it from its build.
 */
export async function makeApiDocument(): Promise<string> {
  const { endpoints, names, results } = await readContract();
  const schemas = jsonSchemas(names, results);
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, endpoint } of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas),
    };
  }
  const shared = {
    parameters: { IdempotencyKey: parametersIn('header', idempotencyHeader, schemas.of)[0] },
    headers: { Link: { description: 'The address of the next page.', schema: { type: 'string' } } },
    responses: {
      Refused: { description: 'Refused', content: json({ $ref: at + refused }) },
    },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Everycent API',
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      ...shared,
      schemas: schemas.usedIn({ paths, shared }),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Over HTTPS, the cookie is called __Host-session.',
        },
      },
    },
  });
}

/**
 * The endpoints by their names, and the names of all schemas: the one under which the contract exports it, or else the one
 * of the call that takes or returns it.
 */
async function readContract() {
  const endpoints = await contractEndpoints();
  const names = new Map<z.ZodType, string>([[idempotencyHeader, 'IdempotencyHeader']]);
  const add = (schema: unknown, name: string) => {
    if (schema instanceof z.ZodType && !names.has(schema)) names.set(schema, capitalized(name));
  };
  for (const { name, value } of await contractExports()) add(value, name);
  for (const { name, endpoint } of endpoints) {
    const { params, query, body, response } = endpoint;
    add(params, `${name}Params`);
    add(query, `${name}Query`);
    add(body, `${name}Body`);
    add(response, `${name}Response`);
  }
  const results = endpoints.flatMap(
    ({ endpoint: { response } }) => (response && names.get(response)) ?? [],
  );
  return { endpoints, names, results: [...results, refused, awaiting] };
}

/** The JSON schemas of these, each said once under its name. `results`: the names of what calls return. */
function jsonSchemas(names: ReadonlyMap<z.ZodType, string>, results: readonly string[]) {
  const returned = written(names, 'output');
  const taken = written(names, 'input');
  // With a default, what is sent differs from what comes back, and so does all that contains it.
  const differs = new Set<string>();
  let known = -1;
  while (known < differs.size) {
    known = differs.size;
    for (const [name, schema] of Object.entries(taken)) {
      const isOther = JSON.stringify(schema) !== JSON.stringify(returned[name]);
      if (isOther || namesIn(schema).some((one) => differs.has(one))) differs.add(name);
    }
  }
  const isReturned = reachable(results, returned);
  const nameIn = (direction: Direction, name: string) =>
    direction === 'input' && differs.has(name) && isReturned.has(name) ? `${name}Sent` : name;
  const sent = (schema: Json): Json =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(reference, (_, name) => `"${at}${nameIn('input', name)}"`),
    );
  const all: Record<string, Json> = Object.fromEntries([
    ...Object.entries(taken).map(([name, schema]) => [nameIn('input', name), sent(schema)]),
    ...Object.entries(returned).filter(([name]) => isReturned.has(name)),
  ]);
  const nameOf = (schema: z.ZodType, direction: Direction) =>
    nameIn(direction, names.get(schema) ?? '');
  return {
    refTo: (schema: z.ZodType, direction: Direction) => ({ $ref: at + nameOf(schema, direction) }),
    of: (schema: z.ZodType, direction: Direction) => all[nameOf(schema, direction)] as Json,
    /** Those that something refers to, in the order of their names. */
    usedIn: (document: object): Record<string, Json> =>
      Object.fromEntries(
        [...reachable(namesIn(document), all)].sort().map((name) => [name, all[name] as Json]),
      ),
  };
}

/** These names, and all that their schemas refer to. */
function reachable(names: readonly string[], schemas: Record<string, Json>): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const inner of namesIn(schemas[name] ?? {})) found.add(inner);
  return found;
}

function written(names: ReadonlyMap<z.ZodType, string>, io: Direction): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (name) => at + name,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

function namesIn(document: object): string[] {
  return [...JSON.stringify(document).matchAll(reference)].map(([, name = '']) => name);
}

function operation(
  name: string,
  endpoint: Endpoint,
  { refTo, of }: ReturnType<typeof jsonSchemas>,
) {
  const { summary, tag, access, params, query, body, bytes, response, approval, paged } = endpoint;
  const refusals = [...new Set(refusalsOf(endpoint))];
  const parameters = [
    ...parametersIn('path', params, of),
    ...parametersIn('query', query, of),
    ...(refusals.includes('idempotency_key_reused')
      ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
      : []),
    ...Object.entries(endpoint.headers ?? {}).map(([header, text]) => {
      const said = { in: 'header', name: header, description: text };
      return { ...said, required: true, schema: { type: 'string' } };
    }),
  ];
  return {
    operationId: name,
    summary,
    description: `${describeAccess(access)} Refused with ${refusals.join(', ')}.`,
    tags: [tag],
    security: access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(refTo(body, 'input')) } }),
    ...(bytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: {
      [statusOf(endpoint)]: {
        description: 'Done',
        ...(response && { content: json(refTo(response, 'output')) }),
        ...(paged && { headers: { Link: { $ref: '#/components/headers/Link' } } }),
      },
      ...(approval && {
        202: {
          description: 'Waits for a second person',
          content: json({ $ref: at + awaiting }),
        },
      }),
      ...Object.fromEntries(
        refusals.map((code) => [errorStatus[code], { $ref: '#/components/responses/Refused' }]),
      ),
    },
  };
}

function describeAccess(access: Endpoint['access']): string {
  if (access === 'public') return 'For everybody.';
  return access === 'signed-in' ? 'For all who are signed in.' : `Needs the right ${access}.`;
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  of: ReturnType<typeof jsonSchemas>['of'],
) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = of(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function json(schema: object) {
  return { 'application/json': { schema } };
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
