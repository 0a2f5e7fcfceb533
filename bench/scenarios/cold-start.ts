import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { cleanUpLater } from '../support/clean-up.ts';
import { say, sayTable } from '../support/report.ts';
import { freePort } from '../support/server.ts';
import { untilHealthy } from '../support/server-process.ts';

export const description =
  'seconds from a fresh clone of the last commit to a server that responds';

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'everycent-cold-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = { ...machineEnvironment(), PORT: String(port), DATA_DIR: join(folder, 'data') };
  const version = (command: string) =>
    spawnSync(command, ['--version'], { env, encoding: 'utf8' }).stdout?.trim();
  say(`npm ${version('npm')} on Node ${version('node')}, as installed on this machine.`);

  const times: [string, number][] = [];
  const timed = async (name: string, work: () => unknown) => {
    const startedAt = performance.now();
    await work();
    times.push([name, (performance.now() - startedAt) / 1000]);
  };
  const repository = resolve(import.meta.dirname, '../..');
  const clone = join(folder, 'everycent');
  await timed('git clone', () =>
    runOrThrow('git', ['clone', '-q', repository, clone], folder, env),
  );
  await timed('npm ci', () => runOrThrow('npm', ['ci'], clone, env));
  await timed('npm start, until /api/health returns 200', async () => {
    // In a process group of its own: npm starts further processes, and all of them must end.
    const server = spawn('npm', ['start'], { cwd: clone, env, stdio: 'pipe', detached: true });
    cleanUpLater(() => endGroup(server.pid));
    await untilHealthy(server, `http://127.0.0.1:${port}`, 300);
  });
  const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
  sayTable(
    ['seconds', ''],
    [...times, ['from nothing to a response', total] as const].map(([name, seconds]) => [
      name,
      seconds.toFixed(1),
    ]),
  );
}

/** Without what `npm run` and this project add at the front: the newcomer's own npm and Node. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules|node-gyp-bin/.test(folder))
    .join(delimiter);
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name));
  return { ...Object.fromEntries(own), PATH: path };
}

function runOrThrow(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

async function endGroup(pid: number | undefined): Promise<void> {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
