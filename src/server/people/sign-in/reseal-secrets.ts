import type { Db } from '#server/platform/db/schema.ts';
import type { Vault } from '#server/platform/security/vault.ts';

/**
 * Encrypts the secrets of authenticator apps with the current key, where they still are with the previous one.
 * Returns how many; afterwards, nothing needs the previous key.
 */
export async function resealSecrets(db: Db, vault: Vault): Promise<number> {
  const rows = await db.selectFrom('secondFactors').select(['userId', 'secret']).execute();
  let count = 0;
  for (const { userId, secret } of rows) {
    const resealed = vault.reseal(secret, userId);
    if (!resealed) continue;
    const { numUpdatedRows } = await db
      .updateTable('secondFactors')
      .set({ secret: resealed })
      .where('userId', '=', userId)
      // Somebody may be setting up a new one at this moment.
      .where('secret', '=', secret)
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}
