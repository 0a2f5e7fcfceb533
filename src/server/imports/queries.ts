import { sql } from 'kysely';
import type { z } from 'zod';
import type { DonationId, ImportId } from '#contract/ids.ts';
import type {
  ImportDetail,
  ImportLine,
  ImportMapping,
  ImportSummary,
  listImportLines as listContract,
} from '#contract/imports/imports.ts';
import { causeObstacle } from '#server/imports/policy.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

function rows(db: Db) {
  return db
    .selectFrom('imports')
    .select([
      'imports.id',
      'imports.createdAt',
      'fileName',
      'state',
      'mapping',
      'newCount',
      'newCents',
      'imports.spentBeforeCents',
      'knownCount',
      'changedCount',
      'leftOutCount',
      'problemCount',
      'bookedCount',
      'takenBackCount',
      userNameBy('uploadedBy').as('uploadedBy'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function summaryOf(row: Row): ImportSummary {
  const { id, createdAt, fileName, state, uploadedBy } = row;
  return {
    id,
    createdAt,
    fileName,
    state,
    uploadedBy,
    system: row.mapping?.system ?? '',
    counts: {
      new: row.newCount,
      known: row.knownCount,
      changed: row.changedCount,
      left_out: row.leftOutCount,
      problem: row.problemCount,
    },
    amount: row.newCents,
    spentBefore: row.spentBeforeCents,
    booked: row.bookedCount,
    takenBack: row.takenBackCount,
  };
}

/** Imports of donations, newest first. */
export async function listImports(db: Db, page: PageInput): Promise<Page<ImportSummary>> {
  const { items, nextCursor } = await pageOf(rows(db), page, newest('imports'));
  return { items: items.map(summaryOf), nextCursor };
}

/** One import. 404 for an unknown id. */
export async function getImport(db: Db, id: ImportId): Promise<ImportDetail> {
  const row = await rows(db)
    .select([
      'revision',
      'titles',
      'problem',
      'warnings',
      'unknownWords',
      'causes',
      'storageKey',
      'guess',
      'bookedBy',
      'bookedAt',
      'takenBackBy',
      'takenBackAt',
      'takenBackReason',
      userNameBy('bookedBy').as('bookedByName'),
      userNameBy('takenBackBy').as('takenBackByName'),
    ])
    .where('imports.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('import'));
  const { bookedAt, takenBackAt, takenBackReason } = row;
  return {
    ...summaryOf(row),
    revision: row.revision,
    titles: row.storageKey === null ? [] : row.titles,
    mapping: row.mapping ?? row.guess,
    problem: row.problem,
    warnings: row.warnings,
    unknownWords: row.unknownWords,
    causes: row.state === 'checked' ? await causesOf(db, id, row.causes) : [],
    booking: bookedAt === null ? null : { name: row.bookedByName, at: bookedAt },
    takenBackBy:
      takenBackAt === null
        ? null
        : { name: row.takenBackByName, at: takenBackAt, reason: takenBackReason ?? '' },
  };
}

/**
 * The causes of the lines that come in, and what each becomes: what somebody chose, or the cause with the same name.
 */
export async function causesOf(
  db: Db,
  id: ImportId,
  chosen: { value: string; causeId: string | null }[],
): Promise<ImportDetail['causes']> {
  const { rows: found } = await sql<{
    value: string;
    lines: number;
    amount: number;
    sameName: ImportDetail['causes'][number]['causeId'];
  }>`
    select value, lines, amount,
      (select id from causes where lower(trim(name)) = lower(value) limit 1) as same_name
    from (
      select donation ->> 'cause' as value, count(*) as lines, sum(amount_cents)::bigint as amount
      from import_lines where import_id = ${id} and outcome = 'new' and donation_id is null
      group by 1
    ) as causes_of_file
    order by lines desc, value`.execute(db);
  const known = new Map(
    (await db.selectFrom('causes').select('id').execute()).map((cause) => [
      String(cause.id),
      cause.id,
    ]),
  );
  return found.map(({ value, lines, amount, sameName }) => {
    const choice = chosen.find((one) => one.value === value);
    // A cause that was deleted since is no choice anymore.
    const causeId = choice?.causeId
      ? (known.get(choice.causeId) ?? null)
      : choice
        ? null
        : sameName;
    const obstacle = causeId === null ? causeObstacle(value) : null;
    return { value, lines, amount, causeId, obstacle };
  });
}

/** The lines of an import, in the order of the file. */
export async function listImportLines(
  db: Db,
  id: ImportId,
  { show, limit, cursor }: z.output<(typeof listContract)['query']>,
): Promise<Page<ImportLine>> {
  await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('import'));
  const found = await linesShown(db, { importId: id, show })
    .where(place, '>', readCursor(cursor))
    .limit(limit + 1)
    .execute();
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** The place of a donation in its file: that of its line, and of the match after what it matches. */
export const place = sql<number>`line * 2 + part`;

/** The lines that the list and its export show. */
export function linesShown(
  db: Db,
  { importId, show }: { importId: ImportId; show?: ImportLine['outcome'] | 'remarked' | undefined },
) {
  let query = db
    .selectFrom('importLines')
    .select(sql<string>`(${place})::text`.as('id'))
    // What the donations of a file without IDs are known by tells nobody anything.
    .select(
      sql<string>`case when (select mapping ->> 'idColumn' from imports where id = import_lines.import_id) is null
      then '' else external_id end`.as('externalId'),
    )
    .select(['line', 'outcome', 'remark', 'amountCents as amount'])
    .select(
      sql<DonationId | null>`case when not is_taken_back then donation_id end`.as('donationId'),
    )
    .where('importId', '=', importId)
    .orderBy(place);
  if (show === 'remarked') query = query.where('outcome', '=', 'new').where('remark', '<>', '');
  else if (show !== undefined) query = query.where('outcome', '=', show);
  return query;
}

/** The place after which a page starts; 0 for the first one. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new AppError('invalid_input', 'This page of the list does not exist.', {
    cursor: 'Not a cursor of this list',
  });
}

/** How the last file with these titles was read; null if there was none. */
export async function mappingFor(db: Db, titles: string[]): Promise<ImportMapping | null> {
  const last = await db
    .selectFrom('imports')
    .select('mapping')
    .where(sql<boolean>`titles = ${JSON.stringify(titles)}::jsonb`)
    .where('mapping', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.mapping ?? null;
}
