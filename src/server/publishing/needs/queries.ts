import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { z } from 'zod';
import type {
  LatestProof,
  NeedReference,
  ProvenExpense,
  ReceiptView,
} from '#contract/documents.ts';
import type { CauseId, FileId, NominationId } from '#contract/ids.ts';
import type {
  Need,
  NeedSummary,
  needOrders,
  needStates,
  PublicReceipt,
} from '#contract/publishing/needs.ts';
import type { PagePreview, publicPageDraft } from '#contract/publishing/previews.ts';
import { sumCents } from '#core/platform/money.ts';
import {
  type ConsentScope,
  type HiddenNames,
  withinLimits,
  withoutHiddenNames,
} from '#core/vetting/consent.ts';
import { publicComments } from '#server/giving/comments/queries.ts';
import { afterRow, type Page, type SortOrder, toPage } from '#server/platform/db/paging.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import {
  findPublicFiles,
  findPublicReceipt,
  inOrder,
  type PublicFile,
  publicFilesOf,
  publicReceipts,
  publishedFilesOf,
  toPicture,
  toProof,
} from '#server/publishing/files/public-files.ts';
import { assertOwnPhoto } from '#server/publishing/public-pages/queries.ts';
import { fileIdsOf } from '#server/publishing/updates/queries.ts';
import { findLimits, hiddenNamesSql } from '#server/vetting/consents/gate.ts';
import { readWorkedTime } from '#server/volunteers/public-totals.ts';

interface ListInput {
  limit: number;
  cursor?: string | undefined;
  causeId?: CauseId | undefined;
  state?: (typeof needStates)[number] | undefined;
  search?: string | undefined;
  sort?: (typeof needOrders)[number] | undefined;
}

// Where no money waits, it waits until the end of time, so that it comes last; as in the indexes.
const endOfTime = '9999-12-31T23:59:59.999Z';

/** Each of these has its own indexes, by cause and state. */
const orders = {
  newest: {
    key: sql`public_pages.published_at`,
    type: 'timestamptz',
    direction: 'desc',
    sortKeyOf: ({ publishedAt }) => publishedAt,
  },
  most_missing: {
    key: sql`public_pages.missing_cents`,
    type: 'bigint',
    direction: 'desc',
    sortKeyOf: ({ missing }) => missing ?? 0,
  },
  longest_without_proof: {
    key: sql`coalesce(public_pages.without_proof_since, timestamptz '9999-12-31 23:59:59.999+00')`,
    type: 'timestamptz',
    direction: 'asc',
    sortKeyOf: ({ withoutProofSince }) => withoutProofSince ?? endOfTime,
  },
} satisfies Record<
  (typeof needOrders)[number],
  SortOrder & { sortKeyOf: (row: SummaryRow) => string | number }
>;

/** Published needs in one of the {@link orders}. */
export async function listNeeds(
  db: Db,
  { limit, cursor, causeId, state, search, sort = 'newest' }: ListInput,
): Promise<Page<NeedSummary>> {
  const { sortKeyOf, ...order } = orders[sort];
  let query = publishedNeeds(db)
    .orderBy(order.key, order.direction)
    .orderBy('publicPages.nominationId', order.direction)
    // One row more than requested shows whether there is a next page.
    .limit(limit + 1);
  if (cursor !== undefined)
    query = query.where(afterRow(order, 'publicPages.nominationId', cursor));
  if (causeId !== undefined) query = query.where('publicPages.causeId', '=', causeId);
  if (state !== undefined) query = query.where('publicPages.state', '=', state);
  if (search) query = query.where(await hasWords(db, search));
  const rows = await query.execute();
  const { items, nextCursor } = toPage(
    rows.map((row) => ({ ...row, createdAt: row.publishedAt })),
    limit,
    sortKeyOf,
  );
  const covers = await findPublicFiles(
    db,
    items.flatMap(({ coverFileId }) => coverFileId ?? []),
  );
  return { items: items.map((row) => toSummary(row, covers)), nextCursor };
}

/** A published need with its proof. 404 for one that is not published, exactly as for one that does not exist. */
export async function getNeed(db: Db, id: NominationId): Promise<Need> {
  const row = await publishedNeeds(db)
    .select((need) => [
      'publicPages.shownStory as story',
      'publicPages.showsStory',
      donationsOf(need).as('donations'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('published need'));
  const files = await publicFilesOf(db, id);
  const { photos, videos } = toProof(files);
  const summary = toSummary({ ...row, createdAt: row.publishedAt }, files);
  return {
    ...summary,
    story: row.story,
    donations: row.donations ?? 0,
    worked: await readWorkedTime(db, id),
    checks: await checksOf(db, id),
    expenses: await expensesOf(db, id, files),
    photos,
    videos,
    comments: await publicComments(db, id),
    // An update tells a part of the story.
    updates: row.showsStory ? await updatesOf(db, id, files) : [],
  };
}

/**
 * A need as everyone would see it if its page were published now with these texts, and what of it is hidden: for
 * administrators only. 404 for an unknown nomination, 409 for a cover that is not one of its photos.
 */
export async function draftNeed(
  db: Db,
  id: NominationId,
  { publicName, summary, story, coverFileId }: z.infer<typeof publicPageDraft>,
  as: {
    /** What may show; otherwise, as the nominee said. */
    limits?: ConsentScope;
    /** The files that would be public; otherwise, those that are published. */
    files?: PublicFile[];
  } = {},
): Promise<{ need: Need; hidden: PagePreview['hidden'] }> {
  const row = await db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select((need) => [
      sql<Need['state']>`need_state(nominations.id)`.as('state'),
      'nominations.nominee',
      'nominations.goalCents as goal',
      'nominations.allocatedCents as received',
      'nominations.spentCents as spent',
      jsonBuildObject({ id: need.ref('causes.id'), name: need.ref('causes.name') }).as('cause'),
      donationsOf(need).as('donations'),
      need
        .selectFrom('allocations')
        .select(({ fn }) => fn.min('allocations.createdAt').as('since'))
        .whereRef('allocations.nominationId', '=', 'nominations.id')
        .whereRef('allocations.amountCents', '>', 'allocations.spentCents')
        .as('unspentSince'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (coverFileId !== null) await assertOwnPhoto(db, id, coverFileId);
  const limits = as.limits ?? (await findLimits(db, id));
  const all = await db
    .selectFrom('files')
    .select(['id', 'kind'])
    .where('nominationId', '=', id)
    .where('stillOf', 'is', null)
    .where('state', 'in', ['processing', 'ready'])
    .execute();
  const published = as.files ?? (await publishedFilesOf(db, id));
  const files = published.filter(({ kind }) => kind === 'receipt' || limits.showsPhotos);
  const cover = files.find((file) => file.id === coverFileId);
  const { photos, videos } = toProof(files);
  const hiddenNames = limits.showsName ? null : { nominee: row.nominee, publicName };
  const expenses = await expensesOf(db, id, files, hiddenNames);
  const unproven = expenses.filter(({ isProven }) => !isProven);
  const waiting = [
    ...(row.unspentSince === null ? [] : [row.unspentSince]),
    ...unproven.map(({ paidOn }) => `${paidOn}T00:00:00.000Z`),
  ];
  const { donations, unspentSince: _, nominee: _nominee, ...money } = row;
  const hiddenFiles = all.filter((file) => !files.some((shown) => shown.id === file.id));
  const hidden = (kind: PublicFile['kind']) =>
    hiddenFiles.filter((file) => file.kind === kind).length;
  return {
    need: {
      ...money,
      id,
      ...withinLimits({ name: publicName, summary, story }, limits),
      publishedAt: new Date().toISOString(),
      missing: row.goal === null ? null : Math.max(0, row.goal - row.received),
      spentWithProof: row.spent - sumCents(unproven.map(({ amount }) => amount)),
      withoutProofSince: waiting.sort()[0] ?? null,
      cover: cover ? toPicture(cover) : null,
      donations: donations ?? 0,
      worked: await readWorkedTime(db, id),
      checks: await checksOf(db, id),
      expenses,
      photos,
      videos,
      comments: await publicComments(db, id),
      updates: limits.showsStory ? await updatesOf(db, id, files) : [],
    },
    hidden: { receipts: hidden('receipt'), photos: hidden('photo'), videos: hidden('video') },
  };
}

/** From how many donations a nomination has money. */
function donationsOf(need: ExpressionBuilder<Schema, 'nominations'>) {
  return need
    .selectFrom('allocations')
    .select(sql<number>`count(distinct donation_id)`.as('donations'))
    .whereRef('allocations.nominationId', '=', 'nominations.id')
    .where('allocations.amountCents', '>', 0);
}

/** What was found out about a need. Each value is picked by name, so that nothing internal comes along. */
async function checksOf(db: Db, nominationId: NominationId): Promise<Need['checks']> {
  const checks = await db
    .selectFrom('checklistPoints')
    .select(['text', 'changedAt'])
    .where('nominationId', '=', nominationId)
    .where('isOnList', '=', true)
    .where('state', '=', 'done')
    .orderBy('position')
    .execute();
  return checks.flatMap(({ text, changedAt }) =>
    changedAt === null ? [] : [{ text, checkedAt: changedAt }],
  );
}

/** The expenses of a need, oldest first, with those of their receipts that are shown. */
async function expensesOf(
  db: Db,
  nominationId: NominationId,
  shown: PublicFile[],
  /** What could name the nominee, if it is not what the nominee said. */
  names?: HiddenNames | null,
): Promise<Need['expenses']> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select((expense) => [
      ...provenExpenseColumns,
      jsonArrayFrom(
        expense
          .selectFrom('expenseReceipts')
          .select('fileId as id')
          .whereRef('expenseReceipts.expenseId', '=', 'expenses.id'),
      ).as('receiptIds'),
    ])
    .where('nominationId', '=', nominationId)
    .where('undoneAt', 'is', null)
    .orderBy('paidOn')
    .orderBy('expenses.id')
    .execute();
  return rows.map(({ receiptIds, ...expense }) => {
    const ids = new Set(receiptIds.map(({ id }) => id));
    const { receipts } = toProof(shown.filter(({ id }) => ids.has(id)));
    return {
      ...toProvenExpense(names === undefined ? expense : { ...expense, hiddenNames: names }),
      receipts,
      isProven: ids.size > 0 && receipts.length === ids.size,
    };
  });
}

/** A published need as a form refers to it; null for one that is not published. */
export async function findNeed(db: Db, id: NominationId): Promise<NeedReference | null> {
  const row = await publishedNeeds(db).where('nominations.id', '=', id).executeTakeFirst();
  return row ? { id: row.id, name: row.name, cause: row.cause } : null;
}

/** A published receipt of a published need, and the expenses that it proves. 404 as for {@link getNeed}. */
export async function getReceipt(
  db: Db,
  id: NominationId,
  receiptId: FileId,
): Promise<ReceiptView> {
  const { name } = await db
    .selectFrom('publicPages')
    .select('shownName as name')
    .where('nominationId', '=', id)
    .where('isVisible', '=', true)
    .executeTakeFirstOrThrow(() => notFound('published need'));
  const receipt = await findPublicReceipt(db, id, receiptId);
  const expenses = await db
    .selectFrom('expenses')
    .innerJoin('expenseReceipts', 'expenseReceipts.expenseId', 'expenses.id')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select(provenExpenseColumns)
    .where('expenseReceipts.fileId', '=', receiptId)
    .where('expenses.nominationId', '=', id)
    .where('expenses.undoneAt', 'is', null)
    .orderBy('expenses.paidOn')
    .orderBy('expenses.id')
    .execute();
  // What neither proves an expense nor belongs to an update is on no page.
  const isShown = expenses.length > 0 || (await isInUpdate(db, id, receiptId));
  if (receipt === null || !isShown) throw notFound('published receipt');
  return { need: { id, name }, receipt, expenses: expenses.map(toProvenExpense) };
}

/** Whether a file belongs to a published update about a need. */
async function isInUpdate(db: Db, id: NominationId, fileId: FileId): Promise<boolean> {
  const update = await db
    .selectFrom('updateFiles')
    .innerJoin('updates', 'updates.id', 'updateFiles.updateId')
    .select('updates.id')
    .where('updateFiles.fileId', '=', fileId)
    .where('updates.nominationId', '=', id)
    .where('updates.publishedAt', 'is not', null)
    .executeTakeFirst();
  return update !== undefined;
}

const provenExpenseColumns = [
  'expenses.id',
  'expenses.paidOn',
  'expenses.payee',
  'expenses.purpose',
  'expenses.amountCents as amount',
  'expenses.receiptKind',
  hiddenNamesSql.as('hiddenNames'),
] as const;

/** An expense as everybody may read it. */
function toProvenExpense({
  id,
  paidOn,
  payee,
  purpose,
  amount,
  receiptKind,
  hiddenNames,
}: ProvenExpense & { hiddenNames: HiddenNames | null }): ProvenExpense {
  return withoutHiddenNames({ id, paidOn, payee, purpose, amount, receiptKind }, hiddenNames);
}

/** How many of the newest expenses are looked at for {@link listLatestProofs}. */
const recentExpenses = 24;

/**
 * The newest expenses whose receipts everyone can open, at most one of each need, so that a visitor sees different
 * ones. Without a picture of its receipt, an expense is left out.
 */
export async function listLatestProofs(db: Db, limit: number): Promise<LatestProof[]> {
  const rows = await db
    .selectFrom('expenses')
    .innerJoin('publicPages', 'publicPages.nominationId', 'expenses.nominationId')
    .innerJoin('nominations', 'nominations.id', 'expenses.nominationId')
    .select([
      ...provenExpenseColumns,
      'expenses.nominationId',
      'publicPages.shownName as name',
      'publicPages.coverFileId',
    ])
    .where('expenses.isProven', '=', true)
    .where('expenses.undoneAt', 'is', null)
    .where('publicPages.isVisible', '=', true)
    // Ids are in the order in which expenses were recorded.
    .orderBy('expenses.id', 'desc')
    .limit(recentExpenses)
    .execute();
  const receipts = await publicReceipts(
    db,
    rows.map(({ id }) => id),
  );
  const newest = new Map<NominationId, { row: (typeof rows)[number]; receipt: PublicReceipt }>();
  for (const row of rows) {
    const receipt = receipts.get(row.id)?.find(hasPicture);
    if (receipt && !newest.has(row.nominationId)) newest.set(row.nominationId, { row, receipt });
  }
  const chosen = [...newest.values()].slice(0, limit);
  const covers = await findPublicFiles(
    db,
    chosen.flatMap(({ row }) => row.coverFileId ?? []),
  );
  return chosen.map(({ row, receipt }) => {
    const cover = covers.find(({ id }) => id === row.coverFileId);
    return {
      ...toProvenExpense(row),
      receipt,
      need: { id: row.nominationId, name: row.name, cover: cover ? toPicture(cover) : null },
    };
  });
}

function hasPicture({ copies }: PublicReceipt): boolean {
  return copies.some(({ mediaType }) => mediaType.startsWith('image/'));
}

/** The published updates about a need, oldest first, with those of their files that are public at this moment. */
async function updatesOf(
  db: Db,
  nominationId: NominationId,
  shown: PublicFile[],
): Promise<Need['updates']> {
  const rows = await db
    .selectFrom('updates')
    .select((update) => [
      'id',
      sql<string>`published_at`.as('publishedAt'),
      'kind',
      'title',
      'text',
      fileIdsOf(update).as('fileIds'),
    ])
    .where('nominationId', '=', nominationId)
    .where('publishedAt', 'is not', null)
    .orderBy('publishedAt')
    .orderBy('id')
    .execute();
  return rows.map(({ fileIds, ...update }) => ({
    ...update,
    ...toProof(inOrder(shown, fileIds)),
  }));
}

/** The months in which published needs were first published, as YYYY-MM in UTC, newest first. */
export async function listNeedMonths(db: Db): Promise<string[]> {
  // From each month to the newest need before it, so that only one row of each month is read.
  const { rows } = await sql<{ month: string }>`
    with recursive newest as (
      (select published_at from public_pages where is_visible order by published_at desc limit 1)
      union all
      select (select published_at from public_pages
        where is_visible and published_at < date_trunc('month', newest.published_at, 'UTC')
        order by published_at desc limit 1)
      from newest where newest.published_at is not null
    )
    select to_char(published_at at time zone 'UTC', 'YYYY-MM') as month
    from newest where published_at is not null`.execute(db);
  return rows.map(({ month }) => month);
}

/** The published needs of a month: as many as one sitemap may contain, newest first. */
export async function listNeedIds(db: Db, month: string): Promise<NominationId[]> {
  const first = sql<string>`${`${month}-01`}::timestamp at time zone 'UTC'`;
  const rows = await db
    .selectFrom('publicPages')
    .select('nominationId')
    .where('isVisible', '=', true)
    .where('publishedAt', '>=', first)
    .where(
      'publishedAt',
      '<',
      sql<string>`(${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'`,
    )
    .orderBy('publishedAt', 'desc')
    .limit(40_000)
    .execute();
  return rows.map(({ nominationId }) => nominationId);
}

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

function publishedNeeds(db: Db) {
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
        jsonBuildObject({ id: row.ref('causes.id'), name: row.ref('causes.name') }).as('cause'),
      ])
      // Kept by the database: rejecting a nomination hides its page without anyone thinking of it.
      .where('publicPages.isVisible', '=', true)
  );
}

type SummaryRow = Omit<NeedSummary, 'cover'> & { coverFileId: FileId | null; createdAt: string };

function toSummary(
  { coverFileId, createdAt: _, ...row }: SummaryRow,
  files: PublicFile[],
): NeedSummary {
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
