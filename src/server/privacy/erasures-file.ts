import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ErasureId } from '#contract/ids.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { beginErasure, erase } from '#server/privacy/erase.ts';
import { hashAddress } from '#server/privacy/hash-address.ts';
import { everyAddress, findScope } from '#server/privacy/scope.ts';

/*
 * Who was erased, in a file in the data folder and beside the backups, because a backup from before knows nothing of
 * it. It names nobody: ids, and hashes of addresses with the key that seals the backups, which whoever restores one
 * has.
 */

/** The name of the file. */
export const erasuresFileName = 'erasures.jsonl';

const lineSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  reason: z.enum(['request', 'age']),
  donors: z.array(z.uuid()),
  nominations: z.array(z.uuid()),
  addresses: z.array(z.string()),
});

/** An erasure as the file has it. */
export type FiledErasure = z.infer<typeof lineSchema>;

/** Writes what is not in the file yet. If the process dies in between, a line is there twice, which does no harm. */
export async function fileErasures(
  db: Db,
  { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>,
): Promise<void> {
  const unfiled = await db
    .selectFrom('erasures')
    .select(['id', 'createdAt as at', 'reason', 'donors', 'nominations', 'addresses'])
    .where('filedAt', 'is', null)
    .orderBy('createdAt')
    .execute();
  if (unfiled.length === 0) return;
  const lines = unfiled.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
  for (const folder of [dataDir, backupDir]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(join(folder, erasuresFileName), 'a', 0o600);
    try {
      await handle.write(lines);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await db
    .updateTable('erasures')
    .set({ filedAt: sql<string>`now()` })
    .where(
      'id',
      'in',
      unfiled.map(({ id }) => id),
    )
    .execute();
}

/** The erasures in the files of some folders, each once. A line that was cut off counts as none. */
export async function readErasures(folders: string[]): Promise<FiledErasure[]> {
  const found = new Map<string, FiledErasure>();
  for (const folder of folders) {
    const text = await readFile(join(folder, erasuresFileName), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    for (const line of text.split('\n')) {
      const read = lineSchema.safeParse(parseLine(line));
      if (read.success) found.set(read.data.id, read.data);
    }
  }
  return [...found.values()];
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Erases again, in a database that was just restored, whoever was erased after its backup was made. Returns how many
 * erasures that were.
 */
export async function eraseAgain(
  db: Db,
  filed: FiledErasure[],
  sealKeys: Buffer[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await beginErasure(trx);
    // A new machine has no file yet: its first start writes all of them there.
    await sql`update erasures set filed_at = null`.execute(trx);
    const known = await trx.selectFrom('erasures').select('id').execute();
    const unknown = filed.filter(({ id }) => !known.some((erasure) => erasure.id === id));
    if (unknown.length === 0) return 0;
    const addresses = await everyAddress(trx);
    const byHash = new Map(
      sealKeys.flatMap((key) =>
        addresses.map((address): [string, string] => [hashAddress(address, key), address]),
      ),
    );
    for (const { id, reason, donors, nominations, addresses: hashes } of unknown) {
      const recognized = hashes.flatMap((hash) => byHash.get(hash) ?? []);
      const scope = await findScope(trx, { donors, nominations, addresses: recognized });
      await erase(trx, scope, {
        id: id as ErasureId,
        actor: 'system',
        action: 'privacy.erased_again',
        reason,
        hashes,
        isConfirmed: false,
      });
    }
    return unknown.length;
  });
}
