import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExplainedError } from '#server/platform/errors.ts';

/* Only one process at a time opens the data folder. */

/** Another process has the data folder open. */
export class DataDirInUseError extends ExplainedError {}

/**
 * Locks every other process out of a data folder until `release`, or until this process dies.
 *
 * The embedded database has no lock of its own, and two processes in one folder lose data silently. SQLite's
 * exclusive lock belongs to the operating system, which drops it with the process: nothing to clean up after a
 * crash, and nothing that could be taken from a running process by mistake.
 * `docs/decisions/0004-data-folder-lock.md` names the alternatives.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const pidFile = join(dataDir, 'server.pid');
  const lock = new DatabaseSync(join(dataDir, 'server.lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked/.test(error.message))) throw error;
    throw new DataDirInUseError(
      `The data folder ${dataDir} is in use by process ${readPid(pidFile)}. Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function readPid(pidFile: string): string {
  // The other process may hold the lock without having written its number yet, or be writing it right now.
  const starting = '(just starting)';
  try {
    return readFileSync(pidFile, 'utf8').trim() || starting;
  } catch {
    return starting;
  }
}
