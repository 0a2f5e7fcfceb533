import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { CauseId, ImportId } from '#contract/ids.ts';
import type {
  ImportDetail,
  ImportDraft,
  ImportMapping,
  tryImportMapping as tryContract,
} from '#contract/imports/imports.ts';
import { importFileDays, requiredImportColumns } from '#core/imports/imports.ts';
import { decodeText } from '#core/platform/decode-text.ts';
import { enqueueImports } from '#server/imports/import-queue.ts';
import {
  assertCauses,
  assertSeen,
  assertState,
  guessMapping,
  isComplete,
  missingIn,
  siteNow,
} from '#server/imports/policy.ts';
import { causesOf, getImport, mappingFor } from '#server/imports/queries.ts';
import { readGifts, repeatedIdIn, unknownWordsIn } from '#server/imports/read-gifts.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, recordAudit } from '#server/platform/audit/record-audit.ts';
import type { ImportedCause } from '#server/platform/db/column-types.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { splitCsv, wholeLines } from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';

interface Services {
  storage: FileStorage;
  settings: SettingsStore;
}

// Enough lines to see how a file is written.
const sampleBytes = 64 * 1024;

/** Stores an uploaded file. Nothing is imported yet. The file is stored before the transaction. */
export async function uploadImport(
  db: Db,
  actor: TeamMember,
  { fileName, bytes }: { fileName: string; bytes: Buffer },
  { storage, settings }: Services,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  const sample = sampleOf(bytes, bytes.length);
  const { titles, mapping, problem } = guessMapping(
    sample,
    settings.current().timeZone,
    bytes.length > sampleBytes,
  );
  if (problem !== null) throw new AppError('import_unreadable', problem);
  if (sample.includes('\0') || titles.length < requiredImportColumns.length) {
    throw new AppError(
      'import_unreadable',
      'This file is no list with columns. Please save it as CSV, and upload that.',
    );
  }
  const stored = await storage.put(Readable.from([bytes]), bytes.length);
  const id = newId<ImportId>();
  await db.transaction().execute(async (trx) => {
    const known = await mappingFor(trx, titles);
    await trx
      .insertInto('imports')
      .values({
        id,
        fileName,
        uploadedBy: actor.id,
        storageKey: stored.key,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        titles: JSON.stringify(titles),
        guess: JSON.stringify(known ?? mapping),
      })
      .execute();
    await sql`insert into import_addresses (import_id, email)
      select ${id}, unnest(${addressesIn(decodeText(bytes))}::text[])`.execute(trx);
    await auditAction(trx, actor, 'import.uploaded', id, { bytes: bytes.length });
  });
  return getImport(db, id);
}

/** The addresses of people in a file, wherever they stand: nobody has said yet what its columns are. */
function addressesIn(text: string): string[] {
  const words = text.toLowerCase().split(/[^\w'+.@-]+/);
  const found = words.filter((word) => word.includes('@') && word.length <= longestAddress);
  // A mark around one, or a dot behind it, looks like a part of it.
  return [...new Set(found.flatMap((each) => [each, each.replace(/^['.]+|['.-]+$/g, '')]))];
}

// 254 is the longest that SMTP can carry, and marks may stand around it.
const longestAddress = 260;

/** The beginning of a file, as whole lines. */
function sampleOf(bytes: Uint8Array, size: number): string {
  const beginning = bytes.subarray(0, sampleBytes);
  // A cut in the middle of a letter would look like another encoding.
  const end = size > beginning.length ? beginning.lastIndexOf(0x0a) + 1 : beginning.length;
  const text = decodeText(beginning.subarray(0, end || beginning.length));
  return size > beginning.length ? wholeLines(text) : text;
}

/** Reads the first lines with a mapping, as they would be imported. */
export async function tryImportMapping(
  db: Db,
  actor: TeamMember,
  { id, mapping }: { id: ImportId; mapping: ImportDraft },
  { storage, settings }: Services,
): Promise<z.output<(typeof tryContract)['response']>> {
  demandRight(actor, 'money.write');
  const { storageKey, bytes } = await db
    .selectFrom('imports')
    .select(['storageKey', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('import'));
  if (storageKey === null) throw fileGone();
  const length = Math.min(bytes, sampleBytes);
  const beginning = await readStored(storage, storageKey, { start: 0, end: length - 1 });
  const sample = sampleOf(beginning, bytes);
  const isCut = bytes > sampleBytes;
  try {
    const { titles } = splitCsv(sample, mapping, { isCut });
    if (!isComplete(mapping)) {
      return { titles, examples: [], problem: missingIn(mapping), unknownWords: [] };
    }
    const site = siteNow(settings.current().timeZone);
    const read = readGifts(sample, { mapping, titles: null, isCut }, site);
    const examples = read.flatMap(({ externalId, gift }) =>
      gift === null
        ? []
        : [
            {
              externalId: mapping.idColumn === null ? '' : externalId,
              receivedOn: gift.receivedOn,
              amount: gift.amountCents,
              spentBefore: gift.spentBeforeCents,
              name: `${gift.firstName} ${gift.lastName}`.trim(),
              email: gift.email,
              cause: gift.cause,
            },
          ],
    );
    const wrong = read.find(({ outcome }) => outcome === 'problem');
    const repeated = repeatedIdIn(read, { mapping, titles });
    return {
      titles,
      examples: examples.slice(0, 3),
      unknownWords: unknownWordsIn(read),
      problem: repeated ?? (wrong ? `Line ${wrong.line}: ${wrong.remark}` : null),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { titles: [], examples: [], problem: error.message, unknownWords: [] };
  }
}

function fileGone(): AppError {
  return new AppError('import_state', 'This file has been deleted. Please upload it again.');
}

/** Saves how the file is read, and lets the job read all of it. */
export async function checkImport(
  db: Db,
  actor: TeamMember,
  { id, revision, mapping }: { id: ImportId; revision: number; mapping: ImportMapping },
  boss: PgBoss,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const found = await lock(trx, id);
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
    const found = await lock(trx, id);
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

/**
 * Begins to book what was checked: new causes are made, the file is deleted, and a job books the lines in batches.
 */
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
    const found = await lock(trx, id);
    assertState(found, ['checked']);
    assertSeen(found, input.revision);
    if (found.newCount === 0) {
      throw new AppError('import_state', 'There is nothing in this file that is not known yet.');
    }
    const causes = await causesOf(trx, id, found.causes);
    assertCauses(causes);
    const settled: ImportedCause[] = [];
    for (const { value, causeId } of causes) {
      settled.push({ value, causeId: causeId ?? (await findOrMakeCause(trx, actor, value)) });
    }
    await holdCauses(trx, settled);
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
async function holdCauses(trx: Trx, causes: ImportedCause[]): Promise<void> {
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
async function findOrMakeCause(trx: Trx, actor: TeamMember, name: string): Promise<CauseId> {
  const id = newId<CauseId>();
  const made = await trx
    .insertInto('causes')
    .values({ id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await auditAction(trx, actor, 'cause.created', id, { name });
    return id;
  }
  const known = await trx
    .selectFrom('causes')
    .select('id')
    .where(sql<boolean>`lower(trim(name)) = lower(${name})`)
    .executeTakeFirstOrThrow();
  return known.id;
}

/** Begins to take the money of an import out of the books. 409 if any of it has moved. */
export function takeBackImport(
  db: Db,
  actor: TeamMember,
  input: { id: ImportId; reason: string },
  idempotencyKey: string | null,
  boss: PgBoss,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  const { id, reason } = input;
  const scope = `take back import ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const found = await lock(trx, id);
    assertState(found, ['booked']);
    const { moved } = await trx
      .selectFrom('importLines')
      .innerJoin('donations', 'donations.id', 'importLines.donationId')
      .select(sql<number>`count(*)`.as('moved'))
      .where('importId', '=', id)
      .where(hasMoved)
      .executeTakeFirstOrThrow();
    if (moved > 0) {
      throw new AppError(
        'import_moved',
        `Money of ${moved} of these donations has moved, or a receipt for taxes was issued. An import can be taken back only as a whole: release what is allocated and void the receipts first. What was refunded or spent, or cost something since, stays.`,
      );
    }
    await trx
      .updateTable('imports')
      .set((row) => ({
        state: 'taking_back',
        takenBackBy: actor.id,
        takenBackAt: sql<string>`now()`,
        takenBackReason: reason,
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'import.taking_back',
      subjectId: id,
      before: { donations: found.bookedCount },
      reason,
    });
    await enqueueImports(trx, boss);
    return getImport(trx, id);
  });
}

/** Whether anything but the import itself has moved money of a donation, or relies on it. */
export const hasMoved = sql<boolean>`(
  donations.allocated_cents > 0 or donations.returned_cents <> import_lines.returned_cents
  or exists (select from refunds where refunds.donation_id = donations.id)
  or exists (select from disputes where disputes.donation_id = donations.id)
  or exists (select from balance_transactions
    join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
    where balance_transactions.payment_intent_id = donations.payment_intent_id)
  or exists (select from donation_receipts
    where donation_receipts.donation_id = donations.id and donation_receipts.state = 'issued'))`;

/** Deletes an import of which nothing was imported. Its file is removed later. */
export function deleteImport(db: Db, actor: TeamMember, id: ImportId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    assertState(await lock(trx, id), ['uploaded', 'checked']);
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

function lock(trx: Trx, id: ImportId) {
  return trx
    .selectFrom('imports')
    .select(['state', 'revision', 'storageKey', 'causes', 'newCount', 'newCents', 'bookedCount'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('import'));
}
