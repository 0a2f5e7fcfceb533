import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { aFolder, ensureWebBuild } from '#test/support/run-main.ts';
import { freePort } from '#test/support/server-process.ts';
import { unpackRelease } from '#test/support/unpacked-release.ts';

beforeAll(ensureWebBuild);

// Installs packages, as the guide says.
test('a live site runs on a release without what only developers need', async () => {
  await using folder = await aFolder();
  const site = await unpackRelease(folder.path);
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: site, stdio: 'ignore' });
  const packages = await readdir(join(site, 'node_modules'));
  for (const name of ['vite', 'react', 'typescript', 'vitest', '@mantine', '@tabler', 'node']) {
    expect(packages).not.toContain(name);
  }

  const port = String(await freePort());
  const env = { DATA_DIR: join(folder.path, 'data'), PORT: port };
  const server = spawn(process.execPath, ['src/server/main.ts'], { cwd: site, env });
  const exited = once(server, 'exit');
  try {
    const get = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => null);
    await expect.poll(async () => (await get('/'))?.status, { timeout: 100_000 }).toBe(200);
    const backup = ['scripts/backup.ts', join(folder.path, 'backups')];
    expect(String(execFileSync(process.execPath, backup, { cwd: site, env }))).toContain(
      'The backup is complete',
    );
  } finally {
    server.kill('SIGINT');
    await exited;
  }
});
