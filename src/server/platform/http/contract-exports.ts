import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '#contract/endpoint.ts';

const dir = fileURLToPath(new URL('../../../contract/', import.meta.url));

/** All that the contract exports, by name and file: for what is made from the whole of it. */
export async function contractExports(): Promise<{ file: string; name: string; value: unknown }[]> {
  const found = [];
  for (const path of globSync('**/!(*.test|index).ts', { cwd: dir }).sort()) {
    const file = dir + path;
    const exported = Object.entries<unknown>(await import(file));
    found.push(...exported.map(([name, value]) => ({ file, name, value })));
  }
  return found;
}

/** The endpoints of the contract, with the name and the file of each. */
export async function contractEndpoints() {
  return (await contractExports()).flatMap(({ value, ...at }) =>
    isEndpoint(value) ? [{ ...at, endpoint: value }] : [],
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}
