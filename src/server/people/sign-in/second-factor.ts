import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { UserId } from '#contract/ids.ts';
import { credentialsOf } from '#server/people/sign-in/credentials.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import type { Vault } from '#server/platform/security/vault.ts';

/* Codes of authenticator apps, and recovery codes. */

/** How many recovery codes an administrator gets. */
const recoveryCodeCount = 10;
// 120 bits: enough that a plain hash protects them (OWASP ASVS 6.5.2 requires 112).
const recoveryCodeBytes = 15;

const appCode = /^\d{6}$/;

/** How somebody passed the second factor. */
export type CodeKind = 'authenticator' | 'recovery';

/** A new secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function setUpUri(siteName: string, email: string, secret: string): string {
  return totp(secret, siteName, email).toString();
}

/**
 * Uses up a code of the authenticator app or a recovery code; null if it is wrong or was already used. The
 * phone's clock may be half a minute off.
 */
export async function redeemCode(
  trx: Trx,
  vault: Vault,
  userId: UserId,
  code: string,
): Promise<CodeKind | null> {
  const typed = withoutGaps(code);
  if (appCode.test(typed)) {
    return (await redeemAuthenticatorCode(trx, vault, userId, typed)) ? 'authenticator' : null;
  }
  const { numDeletedRows } = await trx
    .deleteFrom('recoveryCodes')
    .where('codeHash', '=', hashToken(typed))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? 'recovery' : null;
}

/** Uses up a code of the authenticator app; false if it is wrong, or not newer than the last one used. */
export async function redeemAuthenticatorCode(
  trx: Trx,
  vault: Vault,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const factor = await trx
    .selectFrom('secondFactors')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const secret = factor && vault.open(factor.secret, userId);
  if (!secret) return false;
  const generator = totp(secret);
  const delta = generator.validate({ token: code, window: 1 });
  if (delta === null) return false;
  const step = generator.counter() + delta;
  const { numUpdatedRows } = await trx
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    // The same code sent twice at once: the second request waits for the first and finds it used.
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether this is a code of an app whose secret was sealed with another key: no code of it can be checked. */
export async function isUncheckable(
  db: Db,
  vault: Vault,
  userId: UserId,
  code: string,
): Promise<boolean> {
  if (!appCode.test(withoutGaps(code))) return false;
  const factor = await db
    .selectFrom('secondFactors')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return factor !== undefined && vault.open(factor.secret, userId) === null;
}

/** Creates new recovery codes, which are shown only once and replace the earlier ones. */
export async function createRecoveryCodes(trx: Trx, userId: UserId): Promise<string[]> {
  const codes = Array.from(
    { length: recoveryCodeCount },
    () => new Secret({ buffer: Uint8Array.from(randomBytes(recoveryCodeBytes)).buffer }).base32,
  );
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ codeHash: hashToken(code), userId })))
    .execute();
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Codes that take the place of a second factor are of no use without one, and must not outlive it. */
export async function dropNeedlessCodes(trx: Trx, userId: UserId): Promise<void> {
  const { secondFactor } = await credentialsOf(trx, userId);
  if (secondFactor !== null) return;
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** How many users have secrets that this vault cannot open because they were sealed with another key. */
export async function countUnreadableSecrets(db: Db, vault: Vault): Promise<number> {
  const rows = await db
    .selectFrom('secondFactors')
    .select(['userId', 'secret'])
    .where(sql<boolean>`enabled_at is not null`)
    .execute();
  return rows.filter(({ userId, secret }) => vault.open(secret, userId) === null).length;
}

function withoutGaps(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

function totp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label });
}
