import type { NominationId } from '#contract/ids.ts';
import type { NominationCorrections, NominationFacts } from '#contract/vetting/corrections.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';

/** What a nomination says that can be corrected, and each correction, the last one first. 404 for an unknown id. */
export async function getNominationCorrections(
  db: Db,
  id: NominationId,
): Promise<NominationCorrections> {
  const { revision, erasedAt, ...facts } = await db
    .selectFrom('nominations')
    .select(['nominee', 'firstName', 'lastName', 'phone', 'zip', 'neededCents as neededAmount'])
    .select(['urgency', 'nomineeKnows', 'factsRevision as revision', 'erasedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const rows = await db
    .selectFrom('nominationCorrections')
    .select(['id', 'createdAt', 'reason', 'facts', userNameBy('correctedBy').as('by')])
    .select(['nominee', 'firstName', 'lastName', 'phone', 'zip', 'neededCents as neededAmount'])
    .select(['urgency', 'nomineeKnows'])
    .where('nominationId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    revision,
    facts,
    hasContact: erasedAt === null,
    corrections: rows.map(
      ({ id: correctionId, createdAt, reason, by, facts: corrected, ...was }) => ({
        id: correctionId,
        createdAt,
        reason,
        by,
        was: Object.fromEntries(
          corrected.map((name) => [name, was[name as keyof NominationFacts]]),
        ),
      }),
    ),
  };
}
