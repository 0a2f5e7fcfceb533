import { createHmac, randomBytes } from 'node:crypto';
import { consentCode } from '#core/vetting/consent.ts';
import type { Config } from '#server/platform/config.ts';
import { serverSecrets } from '#server/platform/security/server-secret.ts';

/* The codes of printed letters, and how they are stored. */

/** A new code for a printed letter, and its stored form. */
export function newConsentCode(config: Config): { code: string; codeHash: Buffer } {
  const code = consentCode(randomBytes(12));
  const [codeHash] = codeHashes(code, config);
  if (codeHash === undefined) throw new Error('There is no server secret.');
  return { code, codeHash };
}

/**
 * The stored forms that a code can have: with the key of the installation and, after a change, the one before it. With
 * a key, because 48 bits could be tried one after another by whoever reads the table.
 */
export function codeHashes(code: string, config: Config): Buffer[] {
  return serverSecrets(config).map((secret) =>
    createHmac('sha256', secret).update(`consent code ${code}`).digest(),
  );
}
