import type { PgBoss } from 'pg-boss';
import { busyImportStates } from '#core/imports.ts';
import { bookNextLines } from '#server/operations/imports/book-lines.ts';
import { checkFile } from '#server/operations/imports/check-file.ts';
import { importQueue } from '#server/operations/imports/import-queue.ts';
import { takeBackNextLines } from '#server/operations/imports/take-back-lines.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

interface ImportWorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
  storage: FileStorage;
}

/** Does whatever is to be done with imports, one after another, until each of them waits for a person or is done. */
export async function workOnImports(
  db: Db,
  { mailer, storage }: Pick<ImportWorkerDeps, 'mailer' | 'storage'>,
): Promise<void> {
  const busy = await db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', busyImportStates)
    .orderBy('id')
    .execute();
  for (const { id, state } of busy) {
    if (state === 'checking') {
      await checkFile(db, id, { storage, timeZone: mailer.settings.current().timeZone });
    } else if (state === 'booking') {
      while (await bookNextLines(db, id, mailer));
    } else {
      while (await takeBackNextLines(db, id));
    }
  }
}

/** Works on imports, one at a time: when something is queued, and every minute, for what a process that died has left. */
export async function startImportWorker(deps: ImportWorkerDeps): Promise<void> {
  const { db, boss } = deps;
  const worker: string = await boss.work(importQueue.name, async () => {
    await workOnImports(db, deps);
    // The notification of a job queued meanwhile has already passed: without this, it would wait for the next poll.
    boss.notifyWorker(worker);
  });
}
