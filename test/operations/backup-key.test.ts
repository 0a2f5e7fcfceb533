import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive, unsealed } from '#server/operations/backup/archive.ts';
import { keysForArchive, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { fetchBackup, serveBackups } from '#server/operations/backup/control-socket.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { readConfig } from '#server/platform/config.ts';
import { queues } from '#server/workers.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, anAllocation, aPair, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { isRelease } from '#test/support/tier.ts';

const testApp = useTestApp();
let folder: string;
/** The charity's key, which the server does not have, and what the server has of it. */
let keyFile: string;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everycent-keys-'));
  keyFile = join(folder, 'our-key.txt');
  settings = settingsIn((await runScript('backup-key', [keyFile], {})).output);
  const { donationId, nominationId } = await aPair(testApp);
  await anAllocation(testApp, { amount: 1_234, donationId, nominationId });
});
afterAll(() => rm(folder, { recursive: true }));

function settingsIn(output: string): Record<string, string> {
  return Object.fromEntries(
    output.split('\n').flatMap((line) => {
      const [, name, value] = /^(BACKUP_\w+)=(\S+)$/.exec(line) ?? [];
      return name && value ? [[name, value]] : [];
    }),
  );
}

/** A backup as the site makes it with these settings. */
async function aBackup(env: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ DATA_DIR: testApp.config.dataDir, ...env });
  const keys = await keysForArchive(config);
  const { path } = await storeArchive(await mkdtemp(join(folder, 'made-')), 'manual', (output) =>
    writeBackup(testApp.connection, config.dataDir, output, keys),
  );
  return path;
}

/** As age's own tool decrypts it. */
async function decrypted(path: string, key: string): Promise<string> {
  const decrypter = new Decrypter();
  for (const { identity } of await readKeyFile(key)) decrypter.addIdentity(identity);
  const plain = join(await mkdtemp(join(folder, 'plain-')), 'backup.tar.gz');
  await writeFile(plain, await decrypter.decrypt(await readFile(path)));
  return plain;
}

describe('the command that makes a key', () => {
  test('writes a private file, once, and prints what the server needs', async () => {
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(Object.keys(settings)).toEqual(['BACKUP_RECIPIENT', 'BACKUP_SEAL_KEY']);
    const before = await readFile(keyFile, 'utf8');
    const again = await runScript('backup-key', [keyFile], {});
    expect(settingsIn(again.output)).toEqual(settings);
    expect(await readFile(keyFile, 'utf8')).toBe(before);
    // The server gets nothing that opens a backup.
    const [key] = await readKeyFile(keyFile);
    expect(before).toContain(key?.identity);
    expect(again.output).not.toContain('AGE-SECRET-KEY');
  });

  test('refuses a file that has no key in it', async () => {
    const other = join(folder, 'notes.txt');
    await writeFile(other, 'nothing');
    const { code, output } = await runScript('backup-key', [other], {});
    expect(output).toContain('There is no key of backups in');
    expect(code).toBe(1);
    expect(await readFile(other, 'utf8')).toBe('nothing');
  });
});

describe('a server that knows only the recipient and the seal', () => {
  test('makes backups that it cannot read, also over its socket', async () => {
    await using place = await aNewPlace('embedded');
    const { dataDir } = place.config;
    const config = readConfig({ DATA_DIR: dataDir, ...settings });
    const logger = pino({ level: 'silent' });
    const server = await serveBackups(
      dataDir,
      () => keysForArchive(config),
      (output, keys) => writeBackup(testApp.connection, dataDir, output, keys),
      logger,
    );
    let advice = '';
    const { path } = await storeArchive(join(folder, 'fetched'), 'manual', async (output) => {
      const fetched = await fetchBackup(dataDir, output);
      advice = fetched.advice;
      return fetched.check;
    });
    server.close();
    expect(advice).toBe(
      `Backups can be read only with the key of BACKUP_RECIPIENT (${settings.BACKUP_RECIPIENT}).`,
    );
    expect(await readdir(dataDir)).not.toContain('backup-key');
    const { tables } = await readArchive(path, await readKeyFile(keyFile));
    expect(tables.donations).toBeGreaterThan(0);
    // No donor's name or address is readable in the file.
    const bytes = (await readFile(path)).toString('latin1');
    for (const secret of ['grace-', 'Hopper', 'donations', 'manifest']) {
      expect(bytes).not.toContain(secret);
    }
    const other = await keysForArchive(readConfig({ DATA_DIR: dataDir }));
    expect(other.recipients).toHaveLength(2);
    await expect(readArchive(path, await readKeyFile(ownKeyPath(dataDir)))).rejects.toThrow(
      'It was made for another key than the one that was given.',
    );
  });

  test('is not configured with half of it', () => {
    for (const name of Object.keys(settings)) {
      const { [name]: _, ...half } = settings;
      expect(() => readConfig(half)).toThrow(
        'BACKUP_RECIPIENT and BACKUP_SEAL_KEY belong together',
      );
    }
    for (const wrong of ['age1wrong', 'AGE-SECRET-KEY-1QQQQ', `${settings.BACKUP_RECIPIENT}x`]) {
      expect(() => readConfig({ ...settings, BACKUP_RECIPIENT: wrong })).toThrow(
        'BACKUP_RECIPIENT',
      );
    }
  });
});

describe('on an empty machine', () => {
  beforeAll(ensureWebBuild);

  test('the archive and the key are enough to have the site again', async () => {
    const { email } = await anAdministrator(testApp);
    const archive = await aBackup(settings);
    await using place = await aNewPlace('embedded');
    const withoutKey = await runScript('restore', [archive], place.env);
    expect(withoutKey.output).toContain('A backup is encrypted. Name the backup and the file');
    expect(withoutKey.code).toBe(1);

    const restored = await runScript('restore', [archive, '--key', keyFile], place.env);
    expect(restored.output).toContain('the ledger is correct. Start the site with npm start.');
    const server = await startServerProcess(place.env);
    try {
      const signedIn = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: testPassword }),
      });
      recordFigures('O5', {
        'restores on an empty machine with archive and key alone': Number(signedIn.status === 200),
      });
      expect(signedIn.status).toBe(200);
      // It makes a key of its own now, and says where.
      expect(server.output()).toContain(
        `Backups can be read only with the key in ${join(place.config.dataDir, 'backup-key')}: keep a copy`,
      );
    } finally {
      await server.stop();
    }
  });

  test.runIf(isRelease)(
    'a site that lost its own key has lost its backups, and says so',
    async () => {
      const archive = await aBackup();
      await using place = await aNewPlace('embedded');
      const restored = () => runScript('restore', [archive], place.env);
      expect((await restored()).output).toContain('A backup is encrypted.');
      // With the key put back into the data folder, it needs no other word.
      await writeFile(
        join(place.config.dataDir, 'backup-key'),
        await readFile(ownKeyPath(testApp.config.dataDir)),
      );
      expect((await restored()).output).toContain('the ledger is correct.');
    },
  );
});

describe('an archive from before backups were encrypted', () => {
  test('is refused, and restored by whoever says that it may be', async () => {
    const old = await decrypted(await aBackup(settings), keyFile);
    await using place = await aNewPlace('embedded');
    const refused = restoreBackup(place.config, old, await readKeyFile(keyFile), queues);
    await expect(refused).rejects.toThrow('It is neither encrypted nor sealed');
    if (!isRelease) return;
    const { differences } = await restoreBackup(place.config, old, unsealed, queues);
    expect(differences).toEqual([]);
  });

  test('is the only kind that needs no key', async () => {
    await using place = await aNewPlace('embedded');
    const archive = await aBackup(settings);
    await expect(restoreBackup(place.config, archive, unsealed, queues)).rejects.toThrow(
      'restore it with its key instead',
    );
    await mkdir(join(folder, 'some'), { recursive: true });
    await writeFile(join(folder, 'some', 'text'), 'x');
    await expect(
      restoreBackup(place.config, join(folder, 'some', 'text'), unsealed, queues),
    ).rejects.toThrow('This file is not a backup.');
  });
});

test('a file with several keys opens the backups of each', async () => {
  const another = join(folder, 'another-key.txt');
  const more = settingsIn((await runScript('backup-key', [another], {})).output);
  const both = join(folder, 'both.txt');
  await writeFile(both, `${await readFile(another, 'utf8')}\n${await readFile(keyFile, 'utf8')}`);
  for (const env of [settings, more]) {
    const { tables } = await readArchive(await aBackup(env), await readKeyFile(both));
    expect(tables.donations).toBeGreaterThan(0);
  }
  await expect(readArchive(await aBackup(more), await readKeyFile(keyFile))).rejects.toThrow(
    'another key',
  );
});
