import { hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Config } from '#server/platform/config.ts';
import { ExplainedError } from '#server/platform/errors.ts';
import { makeKeyFile } from '#server/platform/security/server-secret.ts';

/*
 * What backups are encrypted and sealed with. A backup is encrypted to a recipient (https://age-encryption.org), and
 * sealed: anybody who knows the recipient can encrypt an archive, but only who has the key or its seal can make one
 * that a restore accepts. The seal is derived from the key, so that the key and an archive are all that a restore on an
 * empty machine needs, and a server that knows only recipient and seal cannot read its own backups.
 */

/** What reads archives and knows whether they are genuine. */
export interface ReadingKey {
  /** In the notation of age: AGE-SECRET-KEY-… */
  identity: string;
  sealKey: Buffer;
}

/** What one archive is made with. */
export interface ArchiveKeys {
  recipients: string[];
  sealKey: Buffer;
  /** Reads this archive back right after it was written; made for it alone and stored nowhere. */
  check: ReadingKey;
  /** Where the key is that will read it, and what to do about that. */
  advice: string;
}

/** There is no key where one was expected; the message says where. */
export class NoKeyError extends ExplainedError {}

const identityPattern = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/;

/** The keys for the next archive. Without `BACKUP_RECIPIENT`, the site has a key of its own, made at its first use. */
export async function keysForArchive(config: Config): Promise<ArchiveKeys> {
  const { backupRecipient } = config;
  const { recipient, sealKey } = backupRecipient ?? (await ownKey(config.dataDir));
  const identity = await generateX25519Identity();
  return {
    recipients: [recipient, await identityToRecipient(identity)],
    sealKey,
    check: { identity, sealKey },
    advice: backupRecipient
      ? `Backups can be read only with the key of BACKUP_RECIPIENT (${recipient}).`
      : `Backups can be read only with the key in ${ownKeyPath(config.dataDir)}: keep a copy of that file away from this machine, or all backups are lost with it.${config.databaseUrl === null ? '' : ' If several servers share the database, each makes backups for a key of its own: set BACKUP_RECIPIENT and BACKUP_SEAL_KEY on all of them.'}`,
  };
}

/** What seals the archives of this site, and recognizes in a restored one whoever was erased. */
export async function sealKeyOf({ backupRecipient, dataDir }: Config): Promise<Buffer> {
  return (backupRecipient ?? (await ownKey(dataDir))).sealKey;
}

/** Where the key is that a site makes for itself. */
export function ownKeyPath(dataDir: string): string {
  return join(dataDir, 'backup-key');
}

async function ownKey(dataDir: string): Promise<{ recipient: string; sealKey: Buffer }> {
  const path = ownKeyPath(dataDir);
  makeKeyFile(path, await newKeyText());
  const [key] = await readKeyFile(path);
  if (!key) throw noKeyIn(path);
  return publicPart(key);
}

/** A new key as the text of a file, in the form of age's own tool. */
export async function newKeyText(): Promise<string> {
  const identity = await generateX25519Identity();
  return `# A key of backups. Whoever has it can read them, and can make some that a restore accepts.
# public key: ${await identityToRecipient(identity)}
${identity}
`;
}

/** The keys in a file, one on a line, as age's own tool writes them. Throws NoKeyError if there are none. */
export async function readKeyFile(path: string): Promise<ReadingKey[]> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.filter((line) => identityPattern.test(line)).map(readingKey);
  if (keys.length === 0) throw noKeyIn(path);
  return keys;
}

/** What a server needs to make backups for a key, without being able to read them. */
export async function publicPart({ identity, sealKey }: ReadingKey) {
  return { recipient: await identityToRecipient(identity), sealKey };
}

function readingKey(identity: string): ReadingKey {
  const bytes = hkdfSync('sha256', identity, '', 'everycent backup seal', 32);
  return { identity, sealKey: Buffer.from(bytes) };
}

function noKeyIn(path: string): NoKeyError {
  return new NoKeyError(
    `There is no key of backups in ${path}: it has a line that begins with AGE-SECRET-KEY-.`,
  );
}
