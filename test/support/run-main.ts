import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '#test/support/child-env.ts';
import { count } from '#test/support/count.ts';
import { aDataDir } from '#test/support/server-process.ts';

/** Runs `src/server/main.ts` when it is expected to end by itself, and returns how it did. */
export async function runMain(env: Record<string, string>) {
  count('servers');
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...childEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 110_000,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout, stderr };
}

/** The messages of a log, which must be a line of JSON each. */
export function messagesIn(log: string): string[] {
  return log
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

/** A new folder that is deleted at the end of the test. */
export async function aFolder(): Promise<Folder> {
  return disposable(await mkdtemp(join(tmpdir(), 'everycent-process-')));
}

/** The same with a database that a server has created before, which takes it longer than all else. */
export async function aUsedFolder(): Promise<Folder> {
  return disposable(await aDataDir());
}

type Folder = AsyncDisposable & { path: string };

function disposable(path: string): Folder {
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Builds the web application if there is no build: the server does not start without it. */
export async function ensureWebBuild(): Promise<void> {
  // Discards its output: a pipe that nobody reads would never close.
  const build = spawn('node', ['scripts/build-when-stale.ts'], { stdio: 'ignore' });
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error('The web application could not be built.');
}
