import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanUpLater } from './clean-up.ts';
import type { MemoryLimit } from './memory-limit.ts';

/** A server in a process of its own, which can be killed. */
export interface ServerProcess {
  pid: number;
  /** Like a power cut: no time to do anything. Resolves once the process is gone. */
  kill(): Promise<void>;
}

/** Starts `src/server/main.ts`, under a limit of memory if there is one, and waits until it responds. */
export async function startServerProcess(
  environment: Record<string, string>,
  limit?: MemoryLimit,
): Promise<ServerProcess> {
  const [command = '', ...args] = [
    ...(limit?.prefix ?? []),
    process.execPath,
    'src/server/main.ts',
  ];
  const child = spawn(command, args, {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...environment },
    stdio: 'pipe',
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  };
  cleanUpLater(kill);
  await untilHealthy(child, environment.PUBLIC_URL ?? '', 60);
  return { pid: child.pid ?? 0, kill };
}

/** Waits for the first 200 of /api/health. If the process ends before, throws with its output. */
export async function untilHealthy(
  child: ChildProcess,
  url: string,
  seconds: number,
): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      // Only the end of the output is needed; a long run must not fill the memory.
      output = `${output}${data}`.slice(-4_000);
    });
  }
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended before it responded:\n${output}`);
    }
    if (performance.now() > deadline) {
      throw new Error(`The server did not respond within ${seconds} s:\n${output}`);
    }
    await sleep(25);
  }
}
