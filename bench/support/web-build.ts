import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

/** Builds the web application unless the build is newer than its sources. */
export function buildWeb(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build-when-stale.ts'], {
    cwd: project,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The web application could not be built.');
}
