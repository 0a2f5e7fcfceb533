import type { ImportId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Locks an import before its state is read. 404 for an unknown id. */
export function lockImport(trx: Trx, id: ImportId) {
  return trx
    .selectFrom('imports')
    .select(['state', 'revision', 'storageKey', 'causes', 'newCount', 'newCents', 'bookedCount'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('import'));
}
