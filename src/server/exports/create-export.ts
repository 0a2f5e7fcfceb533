import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { ExportItem } from '#contract/exports/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import { describeFilter, type ExportFormat } from '#core/exports/export-lists.ts';
import { enqueueExport } from '#server/exports/export-queue.ts';
import type { Source } from '#server/exports/list.ts';
import { openUntil } from '#server/exports/open-export.ts';
import { columnsFor, isDirect, listFor, readFilter, readQuery } from '#server/exports/policy.ts';
import { getExport } from '#server/exports/queries.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Asks for an export. A small one can be downloaded right away; a job makes a large one. Whoever asks again while the
 * same one is waiting gets that one.
 */
export async function createExport(
  { db, timeZone }: Source,
  actor: TeamMember,
  { list: name, format, filter: query }: ExportInput,
  boss: PgBoss,
): Promise<ExportItem> {
  const list = listFor(actor, name);
  const parameters = readQuery(query);
  const rowCount = await list.count({ db, timeZone }, readFilter(list, parameters));
  const direct = isDirect(name, format, rowCount);
  const facts = { list: name, format, filter: describeFilter(parameters), rows: rowCount };
  const id = await db.transaction().execute(async (trx) => {
    if (!direct) {
      const same = await findWaiting(trx, actor, { list: name, format, parameters });
      if (same) return same;
    }
    const newOne = newId<ExportId>();
    await trx
      .insertInto('exports')
      .values({
        id: newOne,
        requestedBy: actor.id,
        list: name,
        format,
        filter: JSON.stringify(parameters),
        columns: columnsFor(actor, list).map(({ title }) => title),
        rowCount,
        state: direct ? 'direct' : 'waiting',
        ...(direct && { openedUntil: openUntil }),
      })
      .execute();
    await auditAction(trx, actor, direct ? 'export.downloaded' : 'export.requested', newOne, facts);
    if (!direct) await enqueueExport(trx, boss, newOne);
    return newOne;
  });
  return getExport(db, actor, id);
}

interface ExportInput {
  list: ExportListName;
  format: ExportFormat;
  filter: string;
}

// More than anybody needs at once, and few enough that one person does not keep the server busy all day.
const maxWaiting = 3;

/** The same export, if it is waiting already. Refuses somebody who waits for many others. */
async function findWaiting(
  trx: Trx,
  { id }: TeamMember,
  { list, format, parameters }: { list: string; format: string; parameters: object },
): Promise<ExportId | null> {
  // One at a time, so that two calls of one person do not each miss the other.
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const waiting = await trx
    .selectFrom('exports')
    .select([
      'id',
      sql<boolean>`list = ${list} and format = ${format}
        and filter = ${JSON.stringify(parameters)}::jsonb`.as('isSame'),
    ])
    .where('requestedBy', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  const same = waiting.find(({ isSame }) => isSame);
  if (same) return same.id;
  if (waiting.length < maxWaiting) return null;
  throw new AppError(
    'too_many_requests',
    `You are waiting for ${waiting.length} exports already. Please try again once one of them is ready.`,
    undefined,
    60,
  );
}
