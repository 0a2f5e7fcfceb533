import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { FileId } from '#contract/ids.ts';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { type PublicFile, toPicture } from '#server/publishing/files/public-files.ts';

/** The cause of a need, in a query that has `causes`. */
export function causeOfNeed(row: ExpressionBuilder<Schema, 'causes'>) {
  return jsonBuildObject({
    id: row.ref('causes.id'),
    name: row.ref('causes.name'),
    state: row.ref('causes.causeState'),
  });
}

/** The needs whose pages everybody sees, with what a list shows of each. */
export function publishedNeeds(db: Db) {
  return (
    db
      .selectFrom('publicPages')
      .innerJoin('nominations', 'nominations.id', 'publicPages.nominationId')
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select((row) => [
        'nominations.id',
        sql<string>`public_pages.published_at`.as('publishedAt'),
        'publicPages.shownName as name',
        'publicPages.shownSummary as summary',
        'publicPages.coverFileId',
        'publicPages.state',
        'nominations.goalCents as goal',
        'nominations.allocatedCents as received',
        sql<number | null>`case when goal_cents is not null then missing_cents end`.as('missing'),
        'nominations.spentCents as spent',
        'publicPages.provenCents as spentWithProof',
        'publicPages.withoutProofSince',
        causeOfNeed(row).as('cause'),
      ])
      // Kept by the database: rejecting a nomination hides its page without anyone thinking of it.
      .where('publicPages.isVisible', '=', true)
  );
}

export type SummaryRow = Omit<NeedSummary, 'cover'> & { coverFileId: FileId | null };

export function toSummary({ coverFileId, ...row }: SummaryRow, files: PublicFile[]): NeedSummary {
  const cover = files.find(({ id }) => id === coverFileId);
  return {
    id: row.id,
    publishedAt: row.publishedAt,
    name: row.name,
    summary: row.summary,
    cause: row.cause,
    state: row.state,
    goal: row.goal,
    received: row.received,
    missing: row.missing,
    spent: row.spent,
    spentWithProof: row.spentWithProof,
    withoutProofSince: row.withoutProofSince,
    cover: cover ? toPicture(cover) : null,
  };
}
