import type { FastifyInstance } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { allEndpoints } from '#test/support/endpoints.ts';

/** A method and a path that the server serves. */
export interface ServedRoute {
  method: string;
  path: string;
  /** Its rule in the contract or in the list below; undefined if it has none. */
  access: Access | undefined;
}

// Routes that are not JSON, and therefore not in the contract.
const outsideTheContract: [RegExp, ServedRoute['access']][] = [
  [/^\/api\/docs(\/|$)/, 'public'],
  [/^\/api\/webhooks\/stripe$/, 'public'],
  [/^\/test-payment\/:id$/, 'public'],
  [/^\/\.well-known\/security\.txt$/, 'public'],
  [/^\/files\/:key$/, 'public'],
  [/^\/api\/consent-page\/files\/:key\/:mark$/, 'public'],
  [/^\/auth\/provider$/, 'public'],
  [/^\/unsubscribe\/:token$/, 'public'],
  [/^\/api\/files\/:id\/(original|copies\/:key)$/, 'files.read'],
  [/^\/api\/privacy\/archive$/, 'privacy.write'],
  [/^\/api\/exports\/:id\/file$/, 'exports.create'],
  [/^\/api\/papers\/:id\/(original|pages\/:key)$/, 'nominations.read'],
];

/** Every route, as the running server lists them, so that new ones are included automatically. */
export function servedRoutes(app: FastifyInstance): ServedRoute[] {
  const tree = app.printRoutes({ commonPrefix: false });
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│├└─ ]*)(\S.*?) \(([A-Z, ]+)\)$/.exec(line);
    if (!match) return [];
    const [, indent = '', part = '', methods = ''] = match;
    const depth = indent.length / 4 - 1;
    const path = `${above[depth - 1] ?? ''}${part}`;
    above[depth] = path;
    return methods.split(', ').map((method) => ({ method, path, access: accessOf(method, path) }));
  });
}

function accessOf(method: string, path: string): ServedRoute['access'] {
  const known = outsideTheContract.find(([pattern]) => pattern.test(path));
  if (known) return known[1];
  // Fastify serves HEAD wherever it serves GET, with the same guard.
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = Object.values(allEndpoints).find(
    (endpoint) => endpoint.method === asked && endpoint.path === path,
  );
  return found?.access;
}
