import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { raiseAlert, settleAlert, showAlert } from '#server/platform/alerting/raise-alert.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/**
 * Whether the storage is ours, so that files may be deleted there. The database and the storage name the same
 * installation, or nothing is deleted: not beside another site, not in a storage that turned up empty, and not by a
 * copy that was restored from a backup while the live site still runs.
 */

/** Why nothing is deleted. */
export type Doubt = 'restored' | 'unmarked' | 'foreign';

const doubtAlert = 'installation:doubt';

const messages: Record<Doubt, string> = {
  restored: 'This site was restored from a backup. Is it the live site now, or a copy?',
  unmarked:
    'The file storage does not have our mark: it may be another one than before, or not connected.',
  foreign: 'The file storage has the mark of another site: it may be shared with it by mistake.',
};

/**
 * Compares the mark in the storage with the database, and puts it there the first time. Returns why nothing may be
 * deleted, or null.
 */
export async function findDoubt(
  db: Db,
  storage: FileStorage,
  mailer: Mailer,
): Promise<Doubt | null> {
  const { id, markedAt, doubt } = await db
    .selectFrom('installation')
    .select(['id', 'markedAt', 'doubt'])
    .executeTakeFirstOrThrow();
  // Only an administrator can know.
  if (doubt === 'restored') return doubt;
  let mark = await storage.readMark();
  if (mark === null && markedAt === null) {
    await storage.writeMark(id);
    mark = await storage.readMark();
  }
  const found = mark === id ? null : mark === null ? 'unmarked' : 'foreign';
  if (found === doubt && (found !== null || markedAt !== null)) return found;
  await db.transaction().execute(async (trx) => {
    if (found === null) await settleDoubt(trx, id);
    else {
      await setDoubt(trx, found);
      await raiseAlert(trx, alertAbout(found), mailer);
    }
  });
  return found;
}

/** Whether another site has marked this storage and we have never stored anything there. */
export async function belongsToAnotherSite(db: Db, storage: FileStorage): Promise<boolean> {
  const { id, markedAt, doubt } = await db
    .selectFrom('installation')
    .select(['id', 'markedAt', 'doubt'])
    .executeTakeFirstOrThrow();
  if (markedAt !== null || doubt !== null) return false;
  const mark = await storage.readMark();
  return mark !== null && mark !== id;
}

/** After a restore: nothing is deleted until an administrator has confirmed that this is the live site. */
export async function doubtAfterRestore(trx: Trx): Promise<void> {
  await setDoubt(trx, 'restored');
  // Shown, but not mailed: no mail leaves a restored site.
  await showAlert(trx, alertAbout('restored'));
}

/**
 * Makes this the live site of its storage: a new mark, which no other copy of this database has. Whichever had the
 * storage before deletes nothing from now on.
 */
export async function takeStorage(
  db: Db,
  storage: FileStorage,
  settle: (trx: Trx, before: Doubt) => Promise<void>,
): Promise<void> {
  const { doubt } = await db.selectFrom('installation').select('doubt').executeTakeFirstOrThrow();
  if (doubt === null) return;
  const id = newId();
  // The storage first: if we die in between, the doubt remains.
  await storage.writeMark(id);
  await db.transaction().execute(async (trx) => {
    await settleDoubt(trx, id);
    await settle(trx, doubt);
  });
}

async function setDoubt(trx: Trx, doubt: Doubt): Promise<void> {
  const now = sql<string>`now()`;
  await trx.updateTable('installation').set({ doubt, doubtSince: now }).execute();
}

async function settleDoubt(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('installation')
    .set({ id, markedAt: sql<string>`now()`, doubt: null, doubtSince: null })
    .execute();
  await settleAlert(trx, doubtAlert);
}

function alertAbout(doubt: Doubt) {
  return {
    key: doubtAlert,
    title: 'Is this the live site?',
    message: `${messages[doubt]} No files and no backups are deleted until an administrator confirms that this is the live site.`,
    path: adminPaths.mail,
  };
}
