import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, globSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';

/**
 * `npm run release [FILE]`: writes what a live site needs into one archive, the built web application included, so
 * that the machine of the site neither builds nor installs what building needs.
 */

const [archive = 'everycent.tar.gz'] = process.argv.slice(2);
const contents = [
  '.npmrc',
  'LICENSE',
  'README.md',
  'package.json',
  'package-lock.json',
  'docs/**/*.md',
  'docs/monitoring/*',
  '{dist,migrations,scripts,src}/**/*',
  // Vite's list of what it built.
  'dist/*/.vite/**/*',
];

const { status } = spawnSync(process.execPath, ['scripts/build-when-stale.ts'], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const entries = pack();
await Promise.all([
  pipeline(entries, createGzip(), createWriteStream(archive)),
  addAll(entries, [...new Set(globSync(contents))].sort()),
]);
const megabytes = (statSync(archive).size / 1_000_000).toFixed(1);
process.stdout.write(
  `The release is in ${archive} (${megabytes} MB). docs/operations.md, section 2, says how to install it.\n`,
);

async function addAll(entries: Pack, paths: string[]): Promise<void> {
  for (const path of paths) {
    const stat = statSync(path);
    const name = `everycent/${path.split(sep).join('/')}`;
    // The times, of folders too, tell later that the build is not older than its sources.
    const { mtime, size } = stat;
    if (stat.isDirectory()) entries.entry({ name, mtime, mode: 0o755, type: 'directory' });
    else await pipeline(createReadStream(path), entries.entry({ name, mtime, mode: 0o644, size }));
  }
  entries.finalize();
}
