import { readFileSync } from 'node:fs';

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string; engines: { node: string } };

/** The version of this software. */
export const productVersion = version;

/** The oldest Node.js that it runs on. */
export const oldestNode = Number.parseInt(engines.node.replace(/\D+/, ''), 10);
