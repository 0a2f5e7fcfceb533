import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/publishing/needs.ts';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import { type Page, type PageOrder, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { findPublicFiles } from '#server/publishing/files/public-files.ts';
import {
  publishedNeeds,
  type SummaryRow,
  toSummary,
} from '#server/publishing/needs/published-needs.ts';

/** Published needs in one of the {@link orders}. */
export async function listNeeds(
  db: Db,
  { limit, cursor, causeId, state, search, sort }: QueryOf<typeof contract.listNeeds>,
): Promise<Page<NeedSummary>> {
  let query = publishedNeeds(db);
  if (causeId !== undefined) query = query.where('publicPages.causeId', '=', causeId);
  if (state !== undefined) query = query.where('publicPages.state', '=', state);
  if (search) query = query.where(await hasWords(db, search));
  const order = { ...orders[sort], id: 'publicPages.nominationId' };
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, order);
  const covers = await findPublicFiles(
    db,
    items.flatMap(({ coverFileId }) => coverFileId ?? []),
  );
  return { items: items.map((row) => toSummary(row, covers)), nextCursor };
}

// Where no money waits, it waits until the end of time, so that it comes last; as in the indexes.
const endOfTime = '9999-12-31T23:59:59.999Z';

/** Each of these has its own indexes, by cause and state. */
const orders = {
  newest: {
    key: sql`public_pages.published_at`,
    type: 'timestamptz',
    direction: 'desc',
    keyOf: ({ publishedAt }) => publishedAt,
  },
  most_missing: {
    key: sql`public_pages.missing_cents`,
    type: 'bigint',
    direction: 'desc',
    keyOf: ({ missing }) => missing ?? 0,
  },
  longest_without_proof: {
    key: sql`coalesce(public_pages.without_proof_since, timestamptz '9999-12-31 23:59:59.999+00')`,
    type: 'timestamptz',
    direction: 'asc',
    keyOf: ({ withoutProofSince }) => withoutProofSince ?? endOfTime,
  },
} satisfies Record<(typeof contract.needOrders)[number], Omit<PageOrder<SummaryRow>, 'id'>>;

// The database guesses badly how many pages have a word. Up to so many are found first and sorted then; among more, the
// first ones of an order are soon met.
const fewPages = 1_000;

/** Further words of a search are left out: nobody needs more, and each costs. */
export const mostWords = 8;

/** A condition: each of these words is on the page, or begins a word on it. */
async function hasWords(db: Db, search: string) {
  // Quoted, so that nothing in it is an operator, and taken apart by the same rules as the texts that it is looked for in.
  const words = search
    .split(/\s+/)
    .slice(0, mostWords)
    .map((word) => `'${word.replace(/['\\]/g, '\\$&')}':*`);
  const pages = db
    .selectFrom('publicPageWords')
    .select('nominationId')
    .where(sql<boolean>`words @@ to_tsquery('simple', ${words.join(' & ')})`);
  const some = await pages.limit(fewPages + 1).execute();
  const ids = some.map(({ nominationId }) => nominationId);
  return ids.length > fewPages
    ? sql<boolean>`public_pages.nomination_id in (${pages})`
    : sql<boolean>`public_pages.nomination_id = any(${ids}::uuid[])`;
}
