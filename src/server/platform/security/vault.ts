import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { Config } from '#server/platform/config.ts';
import { serverSecrets } from '#server/platform/security/server-secret.ts';

/* Encryption and signatures with the secret key of the installation. */

/** What only this installation can create and read, with its secret key. */
export interface Vault {
  /** Recognizes a value without storing it; values cannot be tried without the key. */
  fingerprint(...parts: string[]): Buffer;
  /** Encrypts a text. It opens only for the same owner, so that a row cannot be moved to another one. */
  seal(text: string, owner: string): Buffer;
  /** The text, or null if it was sealed for another owner or with another key. */
  open(sealed: Uint8Array, owner: string): string | null;
  /** The same sealed with the current key; null if it already is, or cannot be opened. */
  reseal(sealed: Uint8Array, owner: string): Buffer | null;
}

const nonceBytes = 12;
const tagBytes = 16;

/** The vault of a secret key, which also opens what was sealed with the key before it. */
export function createVault(secret: string | Buffer, previous?: string | Buffer): Vault {
  const current = vaultOfOneKey(secret);
  const old = previous === undefined ? null : vaultOfOneKey(previous);
  return {
    ...current,
    open: (sealed, owner) => current.open(sealed, owner) ?? old?.open(sealed, owner) ?? null,
    reseal(sealed, owner) {
      if (!old || current.open(sealed, owner) !== null) return null;
      const text = old.open(sealed, owner);
      return text === null ? null : current.seal(text, owner);
    },
  };
}

function vaultOfOneKey(secret: string | Buffer): Pick<Vault, 'fingerprint' | 'seal' | 'open'> {
  // One key for each purpose, so that a leak of one reveals nothing about the others.
  const keyFor = (purpose: string) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)));
  const fingerprintKey = keyFor('fingerprint');
  const sealKey = keyFor('seal');
  return {
    fingerprint: (...parts) =>
      createHmac('sha256', fingerprintKey).update(JSON.stringify(parts)).digest(),
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce)
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const text = decipher.update(sealed.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The vault of this installation's secret key. */
export function openVault(config: Config): Vault {
  const [current, previous] = serverSecrets(config);
  return createVault(current, previous);
}
