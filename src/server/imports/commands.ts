import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDetail, ImportMapping } from '#contract/imports/imports.ts';
import { importFileDays } from '#core/imports/imports.ts';
import { enqueueImports } from '#server/imports/import-queue.ts';
import { lockImport } from '#server/imports/lock-import.ts';
import { assertSeen, assertState, fileGone } from '#server/imports/policy.ts';
import { getImport } from '#server/imports/queries.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { ImportedCause } from '#server/platform/db/column-types.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Saves how the file is read, and lets the job read all of it. */
export async function checkImport(
  db: Db,
  actor: TeamMember,
  { id, revision, mapping }: { id: ImportId; revision: number; mapping: ImportMapping },
  boss: PgBoss,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, id);
    assertState(found, ['uploaded', 'checked']);
    assertSeen(found, revision);
    if (found.storageKey === null) throw fileGone();
    await trx
      .updateTable('imports')
      .set({
        state: 'checking',
        mapping: JSON.stringify(mapping),
        // With other columns, the causes are others.
        causes: JSON.stringify([]),
        problem: null,
        warnings: JSON.stringify([]),
        unknownWords: JSON.stringify([]),
        revision: revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'import.checked', id);
    await enqueueImports(trx, boss);
  });
  return getImport(db, id);
}

/** Says which cause each cause of the file becomes. */
export async function chooseImportCauses(
  db: Db,
  actor: TeamMember,
  { id, revision, causes }: { id: ImportId; revision: number; causes: ImportedCause[] },
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, id);
    assertState(found, ['checked']);
    assertSeen(found, revision);
    await trx
      .updateTable('imports')
      .set({ causes: JSON.stringify(causes), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'import.causes_chosen', id);
  });
  return getImport(db, id);
}

/** Deletes an import of which nothing was imported. Its file is removed later. */
export function deleteImport(db: Db, actor: TeamMember, id: ImportId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    assertState(await lockImport(trx, id), ['uploaded', 'checked']);
    await trx.deleteFrom('imports').where('id', '=', id).execute();
    await auditAction(trx, actor, 'import.deleted', id);
  });
}

/** Deletes what was uploaded long ago and not imported, with the names in it. */
export async function deleteOldImports(db: Db): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('bookedBy', 'is', null)
    .where('state', '<>', 'checking')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${importFileDays})`)
    .execute();
}
