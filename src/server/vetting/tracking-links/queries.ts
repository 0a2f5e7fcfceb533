import type { NominationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/** The nomination behind a private link. 400 if the link was replaced or never existed. */
export async function findNominationByLink(db: Db, token: string): Promise<NominationId> {
  const { nominationId } = await db
    .selectFrom('trackingLinks')
    .select('nominationId')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work. Please use the one in our latest email about your nomination, or write to us.',
        ),
    );
  return nominationId;
}
