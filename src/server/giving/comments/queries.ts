import { sql } from 'kysely';
import type { FilterOf, QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/comments.ts';
import type { Comment, PublicComment } from '#contract/giving/comments.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type { CommentState } from '#core/giving/comments.ts';
import { unlessAnonymous } from '#server/donors/donors/anonymity.ts';
import { countWaiting } from '#server/platform/db/count-rows.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Comments with the first name that was typed with them: never those of anonymous donations. */
export function commentRows(db: Db) {
  const firstName = unlessAnonymous('donations.firstName');
  return db
    .selectFrom('publicComments')
    .innerJoin('donations', 'donations.id', 'publicComments.donationId')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'publicComments.donationId as id',
      'publicComments.createdAt',
      'text',
      'state',
      'decidedAt',
      'causes.name as cause',
      firstName.$castTo<string>().as('firstName'),
    ])
    .where(sql<boolean>`${firstName} is not null`);
}

/** The comments that a filter of the list shows. */
export function commentsShown(
  db: Db,
  { state, causeId, from, to }: FilterOf<typeof contract.listComments>,
) {
  let query = commentRows(db);
  if (state !== undefined) query = query.where('state', '=', state);
  if (causeId !== undefined) query = query.where('donations.causeId', '=', causeId);
  if (from !== undefined) query = query.where('publicComments.createdAt', '>=', from);
  if (to !== undefined) query = query.where('publicComments.createdAt', '<', to);
  return query;
}

/** Comments for whoever decides about them, newest first. */
export async function listComments(
  db: Db,
  { limit, cursor, ...filter }: QueryOf<typeof contract.listComments>,
): Promise<Page<Comment>> {
  const order = newest('publicComments', 'publicComments.donationId');
  return pageOf(commentsShown(db, filter), { limit, cursor }, order);
}

// As many as somebody reads.
const mostShown = 12;

/**
 * What donors say in public, the latest donation first: of those whose money is allocated to a need, or of all. Not of
 * donations that went back.
 */
export async function publicComments(
  db: Db,
  nominationId?: NominationId,
): Promise<PublicComment[]> {
  let query = commentRows(db)
    .where('state', '=', 'approved')
    .where(sql<boolean>`returned_cents < donations.amount_cents`)
    .orderBy('donations.createdAt', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(mostShown);
  if (nominationId !== undefined) {
    query = query.where(
      sql<boolean>`exists (select from allocations where allocations.donation_id = donations.id
        and nomination_id = ${nominationId} and allocations.amount_cents > 0)`,
    );
  }
  const rows = await query.execute();
  return rows.map(({ firstName, text, cause }) => ({ firstName, text, cause }));
}

/** The comment of a donation, as its donor sees it; null if there is none. */
export async function findComment(
  db: Db,
  donationId: DonationId,
): Promise<{ text: string; state: CommentState } | null> {
  const row = await db
    .selectFrom('publicComments')
    .select(['text', 'state'])
    .where('donationId', '=', donationId)
    .executeTakeFirst();
  return row ?? null;
}

/** How many comments wait for a decision, and since when the first of them does, for the desk. */
export function countWaitingComments(db: Db): Promise<{ count: number; oldestAt: string | null }> {
  return countWaiting(
    db
      .selectFrom('publicComments')
      .innerJoin('donations', 'donations.id', 'publicComments.donationId')
      .where('state', '=', 'waiting')
      .where('isAnonymous', '=', false),
    'public_comments.created_at',
  );
}
