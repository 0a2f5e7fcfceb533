import { sql } from 'kysely';
import { forgottenAfterDays } from '#core/giving/transfer-reference.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Deletes what was announced long ago and never came, with the address in it. */
export async function deleteForgottenTransfers(db: Db): Promise<void> {
  await db
    .deleteFrom('expectedTransfers')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${forgottenAfterDays})`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('depositLines')
            .select('id')
            .whereRef('expectedTransferId', '=', 'expectedTransfers.id'),
        ),
      ),
    )
    .execute();
}
