import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Finding } from '#contract/operations/installation.ts';
import { keysForArchive, ownKeyPath } from '#server/operations/backup/backup-key.ts';
import { checkMail } from '#server/operations/installation/emails.ts';
import { tryAlertWebhook } from '#server/operations/watch/alert-webhook.ts';
import { type Check, type CheckedParts, checks } from '#server/operations/watch/checks.ts';
import { answered, ask } from '#server/operations/watch/watch.ts';
import { type Config, isLiveKey } from '#server/platform/config.ts';
import { isTableMissing } from '#server/platform/db/database-errors.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { needlessRights } from '#server/platform/db/server-role.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';
import { oldestNode, productVersion } from '#server/platform/version.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/*
 * Looks at a whole installation at once, for whoever sets it up or asks why something does not work. What is watched anyway
 * is looked at by the same checks.
 */

/** What does not need the database. */
export interface MachineParts extends WithPayments {
  config: Config;
  storage: FileStorage;
  /** Who gets an email; null: nobody. */
  mailTo: string | null;
  /** An error in words. */
  explain: (error: unknown) => string;
}

/** Says what is so, and throws what is wrong. */
type Look<Parts> = (parts: Parts) => Promise<string>;

const ofMachine: Record<string, Look<MachineParts>> = {
  async Software() {
    const { node } = process.versions;
    if (Number.parseInt(node, 10) < oldestNode) {
      throw new Error(`Node.js is ${node}: install ${oldestNode} or newer`);
    }
    return `Version ${productVersion} on Node.js ${node}`;
  },
  async Configuration({ config }) {
    if (config.doubts.length > 0) throw new Error(config.doubts.join(' '));
    return 'Nothing is wrong in it';
  },
  async 'Webhook for alerts'({ config }) {
    if (config.alertWebhookUrl === null) {
      return 'There is none: if email does not work, only the dashboard, /api/ready, and the metrics say so. Set ALERT_WEBHOOK_URL to get a message elsewhere as well';
    }
    await tryAlertWebhook(config);
    return 'A test message was taken. Look whether it has arrived';
  },
  async 'Mail server'({ config }) {
    const { description, verify } = createMailTransport(config);
    await verify().catch(asMailServerSays);
    return `Emails are ${description}`;
  },
  async 'Data folder'({ config: { dataDir } }) {
    if (!existsSync(dataDir)) {
      throw new Error(
        `There is no ${dataDir}: check DATA_DIR. If this site is new, its first start makes that folder`,
      );
    }
    return (await readdir(dataDir)).length > 0
      ? `It is ${dataDir}`
      : `It is ${dataDir}, and empty: the first start fills it. If this site has been started before, set DATA_DIR to the folder that it used`;
  },
  async 'Writing and reading files'({ config: { s3, dataDir }, storage }) {
    if (s3 === null && !existsSync(dataDir)) return 'There is no folder for them';
    if (s3 === null && !existsSync(join(dataDir, 'files'))) {
      await access(dataDir, constants.W_OK);
      return 'There are none in DATA_DIR yet: the first start makes their folder';
    }
    const content = randomUUID();
    const written = storage.put(Readable.from([Buffer.from(content)]), content.length);
    const { key } = await written.catch((error: Error) => {
      if (s3 === null) throw error;
      // The library's word for an answer that is none of a bucket.
      const said =
        error.message === 'UnknownError' ? 'What answers is no bucket' : withoutStop(error.message);
      throw new Error(`${said}. ${checkBucket}`, { cause: error });
    });
    const found = await readStored(storage, key).finally(() => storage.remove(key));
    if (found.toString() !== content) {
      throw new Error(
        `What was written is not what is read. ${s3 === null ? 'Check the disk of DATA_DIR' : `What answers may be no bucket. ${checkBucket}`}`,
      );
    }
    return `A file was written ${storage.description}, read, and removed`;
  },
  async 'Account at the payment provider'({ payments }) {
    const gaps = await payments.findGaps();
    if (gaps.length > 0) throw new Error(gaps.join(' '));
    if (payments.name === 'none') return 'No payments are taken (TAKE_PAYMENTS=no)';
    return payments.name === 'test'
      ? 'There is none: nobody is charged'
      : 'Its key has every right, and its webhook endpoint sends every event';
  },
  async 'Key of the backups'({ config }) {
    const { backupRecipient, dataDir } = config;
    const path = ownKeyPath(dataDir);
    // Asking for it would make it.
    if (backupRecipient !== null || existsSync(path)) return (await keysForArchive(config)).advice;
    const advice = `There is none at ${path}: the next start makes one, which reads no earlier backup. If there was one, put its copy there, or set DATA_DIR to the folder of this site`;
    if (existsSync(join(dataDir, 'database'))) throw new Error(advice);
    return advice;
  },
};

const checkBucket = 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET, and the key of the bucket';

/** An email that somebody gets. */
export const ofMail: Record<string, Look<{ config: Config; mailTo: string }>> = {
  async 'Email to you'({ config, mailTo }) {
    // Into a folder that is there.
    if (config.smtpUrl === null) await access(config.dataDir);
    const transport = createMailTransport(config);
    const messageId = `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`;
    const mail = { ...checkMail(config, mailTo), messageId };
    await transport.deliver(mail).catch(config.smtpUrl === null ? undefined : asMailServerSays);
    const { description } = transport;
    return config.smtpUrl === null
      ? `To ${mailTo}, ${description}. No email leaves the server until SMTP_URL names a mail server`
      : `To ${mailTo}, ${description}: accepted. Look whether it has arrived`;
  },
};

function asMailServerSays(error: Error): never {
  throw new Error(
    `Trying the mail server of SMTP_URL failed: ${withoutStop(error.message)}. Check its host, port, name, and password`,
    { cause: error },
  );
}

interface DatabaseParts {
  config: Config;
  db: Db;
}

const ofDatabase: Record<string, Look<DatabaseParts>> = {
  async Database({ config, db }) {
    const { rows } = await sql<{ version: string; role: string }>`
      select current_setting('server_version') as version, current_user as role`.execute(db);
    const { version = '', role = '' } = rows[0] ?? {};
    if (Number.parseInt(version, 10) < 15) {
      throw new Error(`It is PostgreSQL ${version}: upgrade it to 15 or newer`);
    }
    return config.databaseUrl === null
      ? `The embedded one, which is PostgreSQL ${version}`
      : `PostgreSQL ${version}, as the role ${role}`;
  },
  async Migrations({ db }) {
    const age = await compareMigrations(db).catch((error) => {
      if (isTableMissing(error)) return 'older' as const;
      throw error;
    });
    if (age === 'older') {
      throw new Error('Some are missing: run "npm run migrate", or restart the server');
    }
    if (age === 'newer') throw new Error('A newer version has changed it: install that version');
    return 'All are there';
  },
};

/** What can be asked once there are tables. */
const ofTables: Record<string, Look<DatabaseParts>> = {
  async 'Role of the database'({ config, db }) {
    if (config.databaseUrl === null) return 'The database is the embedded one: there is none';
    const rights = await needlessRights(db);
    if (rights.length === 0) return 'It may do what it needs, and no more';
    const sentence = `It ${rights.join(', ')}, which the server does not need: docs/operations.md, "Two roles"`;
    if (isLiveKey(config.stripe?.secretKey ?? '')) throw new Error(sentence);
    return sentence;
  },
};

/** Everything about the machine and what it reaches, without the database. */
export async function examineMachine(parts: MachineParts): Promise<Finding[]> {
  const { config, mailTo, explain } = parts;
  const found = await findAll(ofMachine, parts, explain);
  return mailTo === null
    ? found
    : [...found, ...(await findAll(ofMail, { config, mailTo }, explain))];
}

/** Everything about the database, and what is watched. */
export async function examineDatabase(
  parts: CheckedParts & Pick<MachineParts, 'explain'>,
): Promise<Finding[]> {
  const { db, mailer, explain } = parts;
  const both = { db, config: mailer.config };
  const found = await findAll(ofDatabase, both, explain);
  // Everything else would only say the same.
  if (found.some(({ isFine }) => !isFine)) return found;
  const watched = Object.values<Check>(checks).map(async (check) => {
    const problem = await ask({ ...parts, onlyLooks: true }, check);
    if (problem === undefined || problem === null) {
      const { describe = () => 'Nothing is wrong.' } = check;
      const text = problem === null ? await describe(parts) : 'It cannot be looked at now.';
      return { name: check.subject, isFine: true, text };
    }
    const text = typeof problem === 'string' ? problem : problem.text;
    return { name: check.subject, isFine: false, text: `${check.title}. ${text}` };
  });
  return [...found, ...(await findAll(ofTables, both, explain)), ...(await Promise.all(watched))];
}

// By what is wrong: what else is wrong for the same reason.
const sameFault: Record<string, string[]> = {
  'Mail server': ['Email to you', checks.mail.subject, checks.someMail.subject],
  'Writing and reading files': [checks.storage.subject],
};

/** Each fault once, by the finding that says most about it. */
export function toldOnce(findings: Finding[]): Finding[] {
  const told = findings.flatMap(({ name, isFine }) => (isFine ? [] : (sameFault[name] ?? [])));
  return findings.filter(({ name, isFine }) => isFine || !told.includes(name));
}

function findAll<Parts>(
  looks: Record<string, Look<Parts>>,
  parts: Parts,
  explain: MachineParts['explain'],
): Promise<Finding[]> {
  return Promise.all(
    Object.entries(looks).map(async ([name, look]) => {
      try {
        return { name, isFine: true, text: sentence(await answered(look(parts))) };
      } catch (error) {
        return { name, isFine: false, text: sentence(explain(error)) };
      }
    }),
  );
}

function sentence(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`;
}

const withoutStop = (words: string) => words.replace(/\.$/, '');
