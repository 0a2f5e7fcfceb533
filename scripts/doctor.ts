import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { email } from '#contract/fields.ts';
import type { Finding } from '#contract/operations/installation.ts';
import { explainBriefly } from '#server/explain.ts';
import {
  examineDatabase,
  examineMachine,
  toldOnce,
} from '#server/operations/installation/examine.ts';
import { type Config, ConfigError } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { settingsOf } from '#server/platform/site-settings/settings-store.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import { createPaymentProvider } from '#server/provider/payment-provider/create-provider.ts';
import { queues } from '#server/workers.ts';
import { runCommand, say } from './support/command.ts';

/**
 * `npm run doctor -- --mail you@example.org`: checks an installation, and says what is wrong and what to do, a line for each
 * part. Exits with 1 if something is wrong. Makes nothing, but for a file among the others that it removes again, and the email.
 */

await runCommand(
  async (config) => {
    const parts = {
      config,
      storage: openFileStorage(config),
      payments: createPaymentProvider(config, async () => false),
      mailTo: readRecipient(),
      explain: explainBriefly,
    };
    const findings = toldOnce([
      ...(await examineMachine(parts)),
      ...(await lookAtDatabase(config, parts)),
    ]);
    for (const { name, isFine, text } of findings) {
      say(`${isFine ? 'fine ' : 'WRONG'} ${name}: ${text}`);
    }
    const wrong = findings.filter(({ isFine }) => !isFine).length;
    say(
      wrong === 0
        ? 'Nothing is wrong.'
        : `${wrong} of ${findings.length} ${wrong === 1 ? 'is' : 'are'} wrong.`,
    );
    if (parts.mailTo === null) say('No email was sent: add "-- --mail you@example.org".');
    if (wrong > 0) process.exitCode = 1;
  },
  { onlyLooks: true },
);

function readRecipient(): string | null {
  const how = 'Type npm run doctor -- --mail you@example.org.';
  try {
    const { mail } = parseArgs({ options: { mail: { type: 'string' } } }).values;
    if (mail === undefined) return null;
    const { success, data } = email.safeParse(mail);
    if (!success) throw new Error(`"${mail}" is no email address`);
    return data;
  } catch (error) {
    throw new ConfigError([`${(error as Error).message.replace(/\.$/, '')}. ${how}`]);
  }
}

type Parts = Omit<Parameters<typeof examineDatabase>[0], 'db' | 'mailer' | 'queues'>;

async function lookAtDatabase(config: Config, parts: Parts): Promise<Finding[]> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
    return [database(true, 'There is none in DATA_DIR yet: the first start makes it.')];
  }
  const opened = await openDatabase(config).catch((error) =>
    error instanceof DataDirInUseError
      ? askServer(config)
      : [database(false, explainBriefly(error))],
  );
  if (Array.isArray(opened)) return opened;
  const { db } = opened;
  try {
    // What is saved matters only for the time zone of the sentences, and there may be no tables yet.
    const mailer = { config, settings: settingsOf(db, config) };
    await mailer.settings.refresh().catch(() => {});
    return await examineDatabase({ ...parts, db, mailer, queues });
  } finally {
    await opened.close();
  }
}

/** The embedded database belongs to the server that runs, which watches it. */
async function askServer({ host, port }: Config): Promise<Finding[]> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/ready`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    const { status, warnings, fields } = (await response.json()) as {
      status?: string;
      warnings?: Record<string, string>;
      fields?: Record<string, string>;
    };
    if (!(status ?? fields)) throw new Error(`Its answer is ${response.status}`);
    const { database: away, migrations, ...others } = { ...fields, ...warnings };
    const wrong = [away, migrations].filter(Boolean).join(' ');
    const troubles = Object.values(others).join(' ');
    const said = wrong === '' ? '' : `, and says: ${wrong.replace(/\.$/, '')}`;
    return [
      database(
        wrong === '',
        `The server that runs has it open${said}. The page “Settings” of the admin area checks the rest.`,
      ),
      ...(troubles === ''
        ? []
        : [{ name: 'Alerts of the server that runs', isFine: false, text: troubles }]),
    ];
  } catch (error) {
    return [
      database(
        false,
        `Another process has it open, and nothing answers at ${address} (${explainBriefly(error)}). Is it this site with another PORT? Set it here too; otherwise stop that process.`,
      ),
    ];
  }
}

function database(isFine: boolean, text: string): Finding {
  return { name: 'Database', isFine, text };
}
