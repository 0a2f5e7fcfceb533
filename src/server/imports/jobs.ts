import { importPath } from '#contract/admin-pages.ts';
import type { ImportId } from '#contract/ids.ts';
import { busyImportStates, type ImportState } from '#core/imports/imports.ts';
import { bookNextLines } from '#server/imports/book-lines.ts';
import { checkFile } from '#server/imports/check-file.ts';
import { importQueue } from '#server/imports/import-queue.ts';
import { endTakingBack, takeBackNextLines } from '#server/imports/take-back-lines.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* Works on imports that are being checked, booked, or taken back. */

/** Does whatever is to be done with imports, one after another, until each of them waits for a person or is done. */
export async function workOnImports(
  db: Db,
  { mailer, storage }: Pick<Deps, 'mailer' | 'storage'>,
): Promise<void> {
  const busy = await db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', busyImportStates)
    .orderBy('id')
    .execute();
  const failures: unknown[] = [];
  for (const { id, state } of busy) {
    try {
      if (state === 'checking') {
        await checkFile(db, id, { storage, timeZone: mailer.settings.current().timeZone });
      } else if (state === 'booking') {
        while (await bookNextLines(db, id, mailer));
      } else {
        while (await takeBackNextLines(db, id));
        await endTakingBack(db, id);
      }
    } catch (error) {
      // The others go on.
      failures.push(error);
      await reportStuck(db, { id, state }, mailer);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some imports are stuck');
}

/** Nobody waits for a file that cannot be checked; what is half booked is tried again, and the team is told. */
async function reportStuck(
  db: Db,
  { id, state }: { id: ImportId; state: ImportState },
  mailer: Mailer,
): Promise<void> {
  if (state === 'checking') {
    await db
      .updateTable('imports')
      .set((row) => ({
        state: 'uploaded',
        problem: 'Our software could not read this file. Please try again, or look at the logs.',
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute();
    return;
  }
  await db.transaction().execute((trx) =>
    raiseAlert(
      trx,
      {
        key: `import-stuck:${id}`,
        title: 'An import does not go on',
        message:
          state === 'booking'
            ? 'Some donations of a file could not be booked. It is tried again every minute; the reason is in the logs of the server.'
            : 'Some donations of an import could not be taken back. It is tried again every minute; the reason is in the logs of the server.',
        path: importPath(id),
      },
      mailer,
    ),
  );
}

/** Works on imports, one at a time: when something is queued, and every minute, for what a process that died has left. */
export const importWorker = workerOf(importQueue, (deps: Pick<Deps, 'db' | 'mailer' | 'storage'>) =>
  workOnImports(deps.db, deps),
);
