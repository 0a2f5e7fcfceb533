import { countOf } from '#core/platform/counts.ts';
import { resetPasskeys } from '#server/people/account/passkeys.ts';
import { passkeyHost } from '#server/people/sign-in/passkeys.ts';
import { ConfigError } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * A passkey works only for the host that it was made for. After a change of PUBLIC_URL, the server does not start
 * silently without those that people sign in with. Returns what whoever starts it should know.
 */
export async function meetNewHost(
  db: Db,
  mailer: Mailer,
  isReset: boolean,
): Promise<string | null> {
  const host = passkeyHost(mailer.config);
  const others = await db
    .selectFrom('passkeys')
    .select(['rpId'])
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('rpId', '<>', host)
    .groupBy('rpId')
    .orderBy('rpId')
    .execute();
  const [other] = others;
  if (!other) return null;
  if (isReset) {
    const count = await resetPasskeys(db, mailer);
    return `Removed ${countOf(count, 'passkey')} of an earlier address of this site. Their owners were told by email.`;
  }
  throw new ConfigError([
    `PUBLIC_URL is ${mailer.config.publicUrl}, but ${countOf(other.count, 'passkey')} can sign in only at ${other.rpId}. Put the old address back, or start once with "npm start -- --reset-passkeys": that removes them, and their owners sign in with their password and add new ones.`,
  ]);
}
