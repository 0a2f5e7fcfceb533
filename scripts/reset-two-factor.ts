import { resetSecondFactor } from '#server/people/account/second-factor.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { queues } from '#server/workers.ts';
import { argument, runCommand, say } from './support/command.ts';

/** `npm run reset-two-factor -- EMAIL`: for an administrator who has lost both the phone and the recovery codes. */

const email = argument("Name the administrator's email address: npm run reset-two-factor -- EMAIL");

await runCommand(
  async (config) => {
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
    say(`Two-factor sign-in of ${email} is off: the password alone is enough to sign in.`);
  },
  { needsDatabase: true },
);
