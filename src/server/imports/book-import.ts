import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { CauseId, ImportId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { enqueueImports } from '#server/imports/import-queue.ts';
import { lockImport } from '#server/imports/lock-import.ts';
import { assertCauses, assertSeen, assertState } from '#server/imports/policy.ts';
import { causesOf, getImport } from '#server/imports/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import type { ImportedCause } from '#server/platform/db/column-types.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Begins to book what was checked: new causes are made, the file is deleted, and a job books the lines in batches. */
export function bookImport(
  db: Db,
  actor: TeamMember,
  input: { id: ImportId; revision: number },
  idempotencyKey: string | null,
  boss: PgBoss,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  const { id } = input;
  const scope = `book import ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const found = await lockImport(trx, id);
    assertState(found, ['checked']);
    assertSeen(found, input.revision);
    if (found.newCount === 0) {
      throw new AppError('import_state', 'There is nothing in this file that is not known yet.');
    }
    const causes = await causesOf(trx, id, found.causes);
    assertCauses(causes);
    const settled: ImportedCause[] = [];
    for (const { value, causeId } of causes) {
      settled.push({
        value,
        ...(causeId === null ? await findOrMakeCause(trx, actor, value) : { causeId }),
      });
    }
    await keepCauses(trx, settled);
    await trx
      .updateTable('imports')
      .set({
        state: 'booking',
        causes: JSON.stringify(settled),
        problem: null,
        storageKey: null,
        bookedBy: actor.id,
        bookedAt: sql<string>`now()`,
        revision: input.revision + 1,
      })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'import.begun', id, {
      donations: found.newCount,
      amount: found.newCents,
    });
    await enqueueImports(trx, boss);
    return getImport(trx, id);
  });
}

/** Keeps the causes from being deleted before it is stored that they are needed. */
async function keepCauses(trx: Trx, causes: ImportedCause[]): Promise<void> {
  const ids = [...new Set(causes.map(({ causeId }) => causeId))];
  const there = await trx
    .selectFrom('causes')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (there.length === ids.length) return;
  throw new AppError(
    'import_cause_missing',
    'A cause that you chose has been deleted in the meantime. Please choose another one.',
  );
}

/** Two causes of a file may differ in capitals alone, and somebody may have made one meanwhile. */
async function findOrMakeCause(
  trx: Trx,
  actor: TeamMember,
  name: string,
): Promise<{ causeId: CauseId; isNew?: true }> {
  const id = newId<CauseId>();
  const made = await trx
    .insertInto('causes')
    .values({ id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await auditAction(trx, actor, 'cause.created', id, { name });
    return { causeId: id, isNew: true };
  }
  const known = await trx
    .selectFrom('causes')
    .select('id')
    .where(sql<boolean>`lower(trim(name)) = lower(${name})`)
    .executeTakeFirstOrThrow();
  return { causeId: known.id };
}
