import { spawnSync } from 'node:child_process';
import { readdir, rm, symlink, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { aFolder, ensureWebBuild, messagesIn } from '#test/support/run-main.ts';
import { unpackRelease } from '#test/support/unpacked-release.ts';

beforeAll(ensureWebBuild);

/** What `npm start` does first, on a machine without Vite. */
function buildWhenStale(site: string) {
  return spawnSync(process.execPath, ['scripts/build-when-stale.ts'], {
    cwd: site,
    env: { PATH: '' },
    encoding: 'utf8',
  });
}

test('a release has what a live site needs, and is not built again there', async () => {
  await using folder = await aFolder();
  const site = await unpackRelease(folder.path);
  expect((await readdir(site)).sort()).toEqual(
    [
      ...['.npmrc', 'LICENSE', 'README.md', 'dist', 'docs', 'migrations'],
      ...['package-lock.json', 'package.json', 'scripts', 'src'],
    ].sort(),
  );
  expect(await readdir(join(site, 'dist'))).toEqual(await readdir('dist'));
  await symlink(resolve('node_modules'), join(site, 'node_modules'));
  const { status, stdout, stderr } = buildWhenStale(site);
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test('without a build, or with an old one, a machine without Vite says what to do', async () => {
  await using folder = await aFolder();
  const site = await unpackRelease(folder.path);
  await symlink(resolve('node_modules'), join(site, 'node_modules'));
  const refusal = (what: string) =>
    `The built web application (dist/web) is ${what}, and what builds it is not installed here. Install a release, which brings it (docs/operations.md, section 2), or build it here: npm ci, then npm run build.`;

  const later = new Date(Date.now() + 60_000);
  await utimes(join(site, 'src/core/platform/money.ts'), later, later);
  const old = buildWhenStale(site);
  expect([old.status, ...messagesIn(old.stderr)]).toEqual([1, refusal('older than this software')]);

  await rm(join(site, 'dist'), { recursive: true });
  const missing = buildWhenStale(site);
  expect([missing.status, ...messagesIn(missing.stderr)]).toEqual([1, refusal('missing')]);
});
