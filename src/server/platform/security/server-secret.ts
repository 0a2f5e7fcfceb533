import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/platform/config.ts';

/* The secret key of the installation, and the one before it. */

/**
 * The secret for keyed hashes and signatures: `SECRET_KEY`, or a file in the data folder that the first start
 * creates. Servers that share a database need the same one, so they need `SECRET_KEY`.
 */
export function serverSecret({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (secretKey !== null) return Buffer.from(secretKey);
  const path = join(dataDir, 'secret-key');
  makeKeyFile(path, randomBytes(32).toString('base64url'));
  return readFileSync(path);
}

/** The secret, and the one that it replaces if it was changed: what was made with that one is still good. */
export function serverSecrets(
  config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>,
): [Buffer, ...Buffer[]] {
  const { previousSecretKey } = config;
  const current = serverSecret(config);
  return previousSecretKey === null ? [current] : [current, Buffer.from(previousSecretKey)];
}

/**
 * Writes a key unless there is one already. Written under another name and then linked: of two concurrent first starts, one wins, and nobody reads half a
 * key.
 */
export function makeKeyFile(path: string, key: string): void {
  if (existsSync(path)) return;
  const draft = `${path}-${randomUUID()}`;
  writeFileSync(draft, key, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}
