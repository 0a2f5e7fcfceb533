import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/** Stops email updates to the address that the link was sent to. 400 for an unknown link. */
export function unsubscribe(db: Db, token: string): Promise<void> {
  return changeByLink(db, token, false);
}

/** Undoes {@link unsubscribe}. */
export function subscribeAgain(db: Db, token: string): Promise<void> {
  return changeByLink(db, token, true);
}

/**
 * Sets whether an address gets updates, regardless of its case. It takes effect immediately: an update that is
 * already queued is recalled before it is sent.
 */
export async function setWantsUpdates(trx: Trx, email: string, wants: boolean): Promise<void> {
  const address = sql<string>`lower(${email})`;
  if (wants) await trx.deleteFrom('mailOptOuts').where('email', '=', address).execute();
  else {
    await trx
      .insertInto('mailOptOuts')
      .values({ email: address })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function changeByLink(db: Db, token: string, wants: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { email } = await trx
      .selectFrom('unsubscribeLinks')
      .select('email')
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirstOrThrow(
        () =>
          new AppError(
            'invalid_token',
            'This link is not complete. Please open it from the email again, or write to us.',
          ),
      );
    await setWantsUpdates(trx, email, wants);
  });
}
