import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/* Secrets of links and cookies. */

/** A new secret for a cookie or a link: 256 bits as text that a URL can contain. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret, which is useless to a reader of the database. 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a text is the expected secret, in a time that tells nothing about how much of it is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
