import { readFileSync } from 'node:fs';

/* The version of this software, and of the Node.js that it needs. */

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string; engines: { node: string } };

/** The version of this software. */
export const productVersion = version;

/** The oldest Node.js that it runs on. */
export const oldestNode = Number.parseInt(engines.node.replace(/\D+/, ''), 10);
