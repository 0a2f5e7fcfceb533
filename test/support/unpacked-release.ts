import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Writes a release, and unpacks it as the guide says; returns the folder of the site. */
export async function unpackRelease(folder: string): Promise<string> {
  const archive = join(folder, 'everycent.tar.gz');
  await run(process.execPath, ['scripts/release.ts', archive]);
  const site = join(folder, 'site');
  await mkdir(site);
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', site]);
  return site;
}
