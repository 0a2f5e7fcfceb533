import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/* How long links to set a password work. */

/** The purpose of a link in an email or on the terminal. */
export type TokenPurpose = Schema['accountTokens']['purpose'];

/** How many hours a link works. */
export const lifetimeHours: Record<TokenPurpose, number> = {
  invitation: 72,
  reset: 0.5,
  setup: 72,
  'agree-address': 24,
  'confirm-address': 24,
  'stop-address': 24,
};

/** When a link created now stops working, for its email. */
export function expiryOf(purpose: TokenPurpose): string {
  return new Date(Date.now() + lifetimeHours[purpose] * 3_600_000).toISOString();
}

/** Creates the secret of a link. A new one invalidates older ones for the same person and purpose. */
export async function createAccountToken(
  trx: Trx,
  purpose: TokenPurpose,
  userId: UserId | null,
): Promise<string> {
  const token = newToken();
  await trx
    .deleteFrom('accountTokens')
    .where('purpose', '=', purpose)
    .where('userId', 'is not distinct from', userId)
    .execute();
  await trx
    .insertInto('accountTokens')
    .values({
      tokenHash: hashToken(token),
      purpose,
      userId,
      // By the clock that it is compared with, even if the database has a different one.
      expiresAt: sql<string>`now() + make_interval(secs => ${lifetimeHours[purpose] * 3_600})`,
    })
    .execute();
  return token;
}

/**
 * The owner of a link, locked. Wherever an account changes, it is locked before its links: in the other order, two
 * changes could wait for each other.
 */
export async function lockOwner(trx: Trx, token: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'acceptedAt'])
    .where('id', '=', (row) =>
      row.selectFrom('accountTokens').select('userId').where('tokenHash', '=', hashToken(token)),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Whether a link works at this moment; does not use it up. Asked before a password is hashed, which is slow on purpose:
 * otherwise, invented links would keep the server busy.
 */
export async function isLinkOpen(
  db: Db,
  purposes: TokenPurpose[],
  token: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('accountTokens')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses up the secret of a link. Null if it is unknown, used, expired, or for another purpose. */
export async function redeemAccountToken(
  trx: Trx,
  purposes: TokenPurpose[],
  token: string,
): Promise<{ userId: UserId | null; purpose: TokenPurpose } | null> {
  const redeemed = await trx
    .deleteFrom('accountTokens')
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'purpose'])
    .executeTakeFirst();
  return redeemed ?? null;
}

/** Ends every link that was sent for an account, and the change of address that some of them are for. */
export async function endLinks(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('accountTokens').where('userId', '=', userId).execute();
  await trx.deleteFrom('addressChanges').where('userId', '=', userId).execute();
}

/** 400 for a link that no longer works; `advice` says how to get another one. */
export function deadLink(advice: string): AppError {
  return new AppError('invalid_token', `This link has been used or has expired. ${advice}`);
}

/** The purposes of links that lead to a new password. */
export const passwordLinks: TokenPurpose[] = ['invitation', 'reset'];

/** 400 for such a link that no longer works. */
export function deadPasswordLink(): AppError {
  return deadLink('Request a new one with "Forgot Your Password?".');
}

/** What is wrong with such a link; null if it works at this moment. */
export async function checkPasswordLink(
  db: Db,
  token: string,
): Promise<{ problem: string | null }> {
  const isOpen = await isLinkOpen(db, passwordLinks, token);
  return { problem: isOpen ? null : deadPasswordLink().message };
}
