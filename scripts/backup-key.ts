import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { newKeyText, publicPart, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { argument, runCommand, say } from './support/command.ts';

/**
 * `npm run backup-key -- FILE`: makes a key that reads the backups, to be kept away from the server, or reads one that
 * is there; prints what the server needs to make backups for it.
 */

const path = resolve(argument('Name the file for the key: npm run backup-key -- FILE'));

await runCommand(async () => {
  if (!existsSync(path)) await writeFile(path, await newKeyText(), { mode: 0o600, flag: 'wx' });
  const [key] = await readKeyFile(path);
  if (!key) return;
  const { recipient, sealKey } = await publicPart(key);
  say(`The key is in ${path}. Keep it in two places, and not on the server: without it, nobody can read the backups.
Write these two lines into the configuration of the server, and restart it:

BACKUP_RECIPIENT=${recipient}
BACKUP_SEAL_KEY=${sealKey.toString('base64url')}`);
});
