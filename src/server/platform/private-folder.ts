import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates the data folder unless it exists, and closes it and everything in it to the other users of the machine:
 * it holds emails with links that work, backups, and the secret key. What this process creates from now on is
 * private from its first moment. Returns how many files belong to another user and could not be closed.
 */
export function keepPrivate(dataDir: string): number {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true });
  return close(dataDir);
}

function close(path: string): number {
  try {
    const stats = lstatSync(path);
    // Where a link leads may not be ours.
    if (stats.isSymbolicLink()) return 0;
    if ((stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
    if (!stats.isDirectory()) return 0;
    return readdirSync(path).reduce((sum, name) => sum + close(join(path, name)), 0);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another server may share the folder and delete something meanwhile.
    if (code === 'ENOENT') return 0;
    if (code === 'EPERM' || code === 'EACCES' || code === 'EROFS') return 1;
    throw error;
  }
}
