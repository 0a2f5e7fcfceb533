import { existsSync } from 'node:fs';
import { resetSecondFactor } from '#server/people/account/second-factor.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { DatabaseUnreachableError, openDatabase } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { AppError } from '#server/platform/errors.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/settings/settings-store.ts';
import { queues } from '#server/workers.ts';

/** `npm run reset-two-factor -- EMAIL`: for an administrator who has lost both the phone and the recovery codes. */

try {
  const email = process.argv[2];
  if (!email) throw new ConfigError(["Name the administrator's email address."]);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const connection = await openDatabase(config);
  try {
    // Mail is only queued; the server sends it.
    const boss = await startJobQueue(connection, queues, (error) => {
      throw error;
    });
    const settings = await openSettings(connection.db, config);
    const mailer = createMailer(boss, config, settings, teamAddresses);
    await resetSecondFactor(connection.db, email, mailer);
    await boss.stop({ graceful: false });
  } finally {
    await connection.close();
  }
  process.stdout.write(
    `Two-factor sign-in of ${email} is off: the password alone is enough to sign in.\n`,
  );
} catch (error) {
  const isExpected =
    error instanceof AppError ||
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DatabaseUnreachableError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
