import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { childEnv } from '#test/support/child-env.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aFolder, ensureWebBuild } from '#test/support/run-main.ts';
import { startServerProcess } from '#test/support/server-process.ts';

beforeAll(ensureWebBuild);

/** Every path in a folder, with the folder itself. */
function everythingIn(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((name) => join(folder, name))];
}

/** What others on the machine may read, write, or enter. */
function openToOthers(folder: string): string[] {
  return everythingIn(folder).filter((path) => {
    const stats = lstatSync(path);
    return !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0;
  });
}

test('only the user of the server can read its data folder', async () => {
  await using folder = await aFolder();
  await using outside = await aFolder();
  const dataDir = folder.path;
  // As most systems create files: readable for everybody.
  const mask = process.umask(0o022);
  try {
    await chmod(outside.path, 0o755);
    await chmod(dataDir, 0o755);
    // What an older version left.
    for (const name of ['mail', 'backups', 'files/ab', 'work']) {
      await mkdir(join(dataDir, name), { recursive: true });
      await writeFile(join(dataDir, name, 'left'), 'SECRET');
    }
    await writeFile(join(dataDir, 'secret-key'), 'a key that an older version has made');
    await symlink(outside.path, join(dataDir, 'a-link'));
    expect(openToOthers(dataDir).length).toBeGreaterThan(8);

    const login = { email: 'first@everycent.example', password: 'Correct-horse-7' };
    const server = await startServerProcess({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
    });
    try {
      const post = (path: string, body: object) =>
        fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      // Has an email with a link in it written.
      expect((await post('/api/auth/forgot-password', { email: login.email })).status).toBe(200);
      await vi.waitFor(
        async () => expect((await readdir(join(dataDir, 'mail'))).join()).toContain('.eml'),
        { timeout: 60_000 },
      );
      // And a backup, which an attacker would like most of all.
      const backup = spawnSync('node', ['scripts/backup.ts', join(dataDir, 'backups')], {
        env: { ...childEnv, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(backup.stdout).toContain('The backup is complete');

      const all = everythingIn(dataDir);
      const open = openToOthers(dataDir);
      recordFigures('O4', {
        'files and folders looked at': all.length,
        'that others could read': open.length,
      });
      expect(open).toEqual([]);
      expect(all.map((path) => path.slice(dataDir.length))).toEqual(
        expect.arrayContaining(['/secret-key', '/backup.sock', '/database', '/server.lock']),
      );
      // Somebody else on the machine tries; only root can run as somebody else.
      if (process.getuid?.() === 0) {
        const nobody = { uid: 65_534, gid: 65_534 };
        expect(spawnSync('cat', [join(dataDir, 'secret-key')], nobody).status).toBe(1);
      }
    } finally {
      await server.stop();
    }
    // Where a link leads is not ours to close.
    expect((await stat(outside.path)).mode & 0o777).toBe(0o755);
  } finally {
    process.umask(mask);
  }
});
