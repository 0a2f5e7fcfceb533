import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { requiredImportColumns } from '#core/imports/imports.ts';
import { guessMapping } from '#server/imports/policy.ts';
import { getImport, mappingFor } from '#server/imports/queries.ts';
import { findAddressesInChild } from '#server/imports/read-in-child.ts';
import { sampleBytes, sampleOf } from '#server/imports/sample-of-file.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/** Stores an uploaded file. Nothing is imported yet. The file is stored before the transaction. */
export async function uploadImport(
  db: Db,
  actor: TeamMember,
  { fileName, bytes }: { fileName: string; bytes: Buffer },
  { storage, settings }: { storage: FileStorage; settings: SettingsStore },
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  const sample = sampleOf(bytes, bytes.length);
  const { titles, mapping, problem } = guessMapping(
    sample,
    settings.current().timeZone,
    bytes.length > sampleBytes,
  );
  const isText = !sample.includes('\0');
  if (isText && problem !== null) throw new AppError('import_unreadable', problem);
  if (!isText || titles.length < requiredImportColumns.length) {
    throw new AppError(
      'import_unreadable',
      'This file is no list with columns. Please save it as CSV, and upload that.',
    );
  }
  const addresses = await addressesIn(bytes);
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
      select ${id}, unnest(${addresses}::text[])`.execute(trx);
    await auditAction(trx, actor, 'import.uploaded', id, { bytes: bytes.length });
  });
  return getImport(db, id);
}

async function addressesIn(bytes: Buffer): Promise<string[]> {
  try {
    return await findAddressesInChild(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new AppError('import_unreadable', error.message);
  }
}
