import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { backupsToKeep } from '#core/operations/backup-retention.ts';
import { holdDays } from '#core/people/approvals.ts';
import { deleteOldDonorChanges } from '#server/donors/donors/changes-to-take-back.ts';
import { deleteForgottenTransfers } from '#server/giving/announced-transfers/delete-forgotten-transfers.ts';
import { eraseOldRecipients } from '#server/giving/dedications/commands.ts';
import { expireExpectedDonations } from '#server/giving/expected-donations/commands.ts';
import { deleteOldImports } from '#server/imports/commands.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { keysForArchive } from '#server/operations/backup/backup-key.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { deleteExpiredFiles } from '#server/people/approvals/commands.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { type Config, isLiveKey } from '#server/platform/config.ts';
import { markDone } from '#server/platform/db/mark-done.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { needlessRights } from '#server/platform/db/server-role.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { deleteExpiredDonorLinks } from '#server/publishing/donor-page/commands.ts';
import { deleteUnconfirmedFollowers } from '#server/publishing/subscriptions/commands.ts';
import { eraseOldDeclarations } from '#server/receipts/gift-aid/commands.ts';
import { deleteExpiredStatementLinks } from '#server/receipts/statements/commands.ts';

/*
 * What is seen to regularly: the proof of the ledger, daily backups, and deleting what is old, such as old alerts and
 * sessions.
 */

const differencesAlert = 'ledger:differences';
const backupAlert = 'backup:failed';
const roleAlert = 'database:role';

/** Proves that balances and entries agree; otherwise, a person has to look into it. */
export async function verifyLedger(db: Db, mailer: Mailer): Promise<void> {
  const differences = await checkLedger(db);
  await db.transaction().execute(async (trx) => {
    await markDone(trx, 'ledger-check', { value: differences.length });
    const [first] = differences;
    if (!first) return settleAlert(trx, differencesAlert);
    await raiseAlert(
      trx,
      {
        key: differencesAlert,
        title: 'The ledger and the balances differ',
        message: `${differences.length} balances or entries of the ledger are wrong. The first one is ${first.check}, ${first.id}. Please do not allocate or refund anything until somebody has run "npm run check-ledger" on the server and found the cause; the operations guide says how.`,
        path: adminPaths.dashboard,
      },
      mailer,
    );
  });
}

/**
 * On a site with real money: whether the role of the server may do more to the database than it needs. Raises or
 * settles an alert, also one that a copy of such a site was restored with, and returns the sentence for whoever
 * starts the server.
 */
export async function checkServerRole(db: Db, mailer: Mailer): Promise<string | null> {
  const { stripe, databaseUrl } = mailer.config;
  const matters = isLiveKey(stripe?.secretKey ?? '') && databaseUrl !== null;
  const rights = matters ? await needlessRights(db) : [];
  const notice = `The server signs in to the database with a role that is stronger than it needs: it ${rights.join(', ')}. Whoever broke into the server could change the ledger. The operations guide, "Two roles", says how to give it a weaker one.`;
  await db.transaction().execute(async (trx) => {
    if (rights.length === 0) return settleAlert(trx, roleAlert);
    const title = 'The server’s database role is too strong';
    await raiseAlert(
      trx,
      { key: roleAlert, title, message: notice, path: adminPaths.dashboard },
      mailer,
    );
  });
  return rights.length === 0 ? null : notice;
}

/** Makes the daily backup and removes those that are old enough. A failure raises an alert. */
export async function backUpDaily(db: Db, mailer: Mailer): Promise<void> {
  const { config } = mailer;
  const { backupDir, dataDir, databaseUrl } = config;
  const kind = databaseUrl === null ? 'embedded' : 'postgres';
  try {
    const keys = await keysForArchive(config);
    const { bytes } = await storeArchive(backupDir, 'daily', (output) =>
      writeBackup({ db, kind }, dataDir, output, keys),
    );
    // A copy beside the live site may use the same folder.
    if (await isLive(db)) await removeOldBackups(backupDir);
    await db.transaction().execute(async (trx) => {
      await markDone(trx, 'backup', { value: bytes });
      await settleAlert(trx, backupAlert);
    });
  } catch (error) {
    await db.transaction().execute((trx) =>
      raiseAlert(
        trx,
        {
          key: backupAlert,
          title: 'The daily backup failed',
          message: `There is no backup for today: ${error instanceof Error ? error.message : error}. Please ask the person who runs the server to look into it.`,
          path: adminPaths.dashboard,
        },
        mailer,
      ),
    );
    throw error;
  }
}

/** Removes what nobody can use anymore. */
export async function cleanUp(db: Db): Promise<void> {
  // Idle or expired, as in `sessions.ts`; a day later, so that nothing here ends one early.
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('expiresAt', '<', sql<string>`now()`),
        where('lastSeenAt', '<', sql<string>`now() - interval '1 day'`),
      ]),
    )
    .execute();
  for (const table of ['accountTokens', 'addressChanges', 'passkeyChallenges'] as const) {
    await db.deleteFrom(table).where('expiresAt', '<', sql<string>`now()`).execute();
  }
  // An objection to a change is possible for as long as it then holds.
  await db
    .deleteFrom('sensitiveChanges')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${2 * holdDays})`)
    .execute();
  await deleteExpiredFiles(db);
  await deleteUnconfirmedFollowers(db);
  await deleteExpiredDonorLinks(db);
  await deleteExpiredStatementLinks(db);
  await deleteOldDonorChanges(db);
  await eraseOldRecipients(db);
  await deleteForgottenTransfers(db);
  await expireExpectedDonations(db);
  await deleteOldImports(db);
  await eraseOldDeclarations(db);
  // A client retries within minutes; a week leaves room for one that was switched off.
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<string>`now() - interval '8 days'`)
    // Whoever approves once more what may be done already must not do it twice.
    .where(
      sql<boolean>`not exists (select from approvals where status = 'approving' and 'approval:' || id = key)`,
    )
    .execute();
  await db
    .deleteFrom('alerts')
    .where('settledAt', '<', sql<string>`now() - interval '90 days'`)
    .execute();
}

/**
 * Lets the embedded database reuse the space of removed rows, and count its rows anew to plan its queries. A database
 * server does so by itself. One table at a time, because all other calls wait meanwhile.
 */
export async function vacuum(db: Db, { databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== null) return;
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(db);
  for (const { schema, name } of tables.rows) {
    await sql`vacuum (analyze) ${sql.table(`${schema}.${name}`)}`.execute(db);
    // Calls that came meanwhile are taken off the network only now.
    await sleep(10);
  }
}

async function isLive(db: Db): Promise<boolean> {
  const { doubt } = await db.selectFrom('installation').select('doubt').executeTakeFirstOrThrow();
  return doubt === null;
}

/** Only daily ones: backups that a person or an upgrade requested are not ours to remove. */
async function removeOldBackups(folder: string): Promise<void> {
  const daily = new Map<number, string>();
  for (const name of await readdir(folder)) {
    const [, year, month, date, hour, minute, second] =
      /^everycent-daily-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(?:\.age)?$/.exec(name) ??
      [];
    if (!year) continue;
    daily.set(Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`), name);
  }
  const kept = backupsToKeep([...daily.keys()]);
  for (const [moment, name] of daily) if (!kept.has(moment)) await rm(join(folder, name));
}
