import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { childEnv } from '#test/support/child-env.ts';
import { count } from '#test/support/count.ts';

/** A server as a person starts it: a process of its own. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Stops it as Ctrl-C does and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts `src/server/main.ts`, or the demo, and waits until it says that it is ready. Fails with its output if it ends
 * before. Without a data folder, it gets one of its own (`test/support/prepared-data-dir.ts`).
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  script: 'src/server/main.ts' | 'scripts/demo.ts' = 'src/server/main.ts',
): Promise<ServerProcess> {
  count('servers');
  const dataDir = env.DATA_DIR ?? (await aDataDir());
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [script], {
    env: { ...childEnv, LOG_LEVEL: 'warn', ...env, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(' is ready at ')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return {
    url: `http://localhost:${port}`,
    dataDir,
    process: child,
    output: () => output,
    async stop() {
      if (!child.killed && child.exitCode === null) child.kill('SIGINT');
      await exited;
    },
  };
}

/** A data folder in the state after a first start, if there is a prepared one; otherwise an empty one. */
export async function aDataDir(): Promise<string> {
  const { PREPARED_DATA_DIR: prepared } = process.env;
  if (!prepared) return mkdtemp(join(tmpdir(), 'everycent-server-'));
  const dataDir = await mkdtemp(join(dirname(prepared), 'site-'));
  await cp(prepared, dataDir, { recursive: true });
  return dataDir;
}

/** A free port that the system does not assign to outgoing connections in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
