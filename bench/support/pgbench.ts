import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '#test/support/statements.ts';
import { cleanUpLater } from './clean-up.ts';

/** Where PostgreSQL's own load generator is; null if it is not installed. Debian keeps it outside of the path. */
export function findPgbench(): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null;
}

/**
 * A script for pgbench of what was sent to the database. Ids that each run has to make anew become other ones each
 * time, the same wherever the id stood.
 */
export function pgbenchScript(statements: Statement[], newIds: string[]): string {
  const seed = newIds[0];
  const lines = statements.map(({ text, values }) => {
    const filled = text.replaceAll(/\$(\d+)/g, (_, number) => {
      const value = values[Number(number) - 1];
      const place = newIds.indexOf(String(value));
      return place < 0 ? literal(value) : `md5('${seed} ${place} ' || :run)::uuid`;
    });
    return `${filled.replaceAll(/\s+/g, ' ').trim()};`;
  });
  return ['\\set run :run + 1', ...lines, ''].join('\n');
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** How often a second the scripts are run together, each by a client of its own that does nothing else. */
export async function pgbenchPerSecond(
  path: string,
  databaseUrl: string,
  scripts: string[],
  seconds: number,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'everycent-pgbench-'));
  cleanUpLater(() => rm(folder, { recursive: true, force: true }));
  const rates = await Promise.all(
    scripts.map(async (script, index) => {
      const file = join(folder, `${index}.sql`);
      await writeFile(file, script);
      // As our driver: each statement is sent with its parameters apart, and parsed anew.
      const options = ['-n', '-M', 'extended', '-D', `run=${Date.now()}`, '-T', String(seconds)];
      const output = await outputOf(path, [...options, '-f', file, databaseUrl]);
      const rate = /tps = ([\d.]+)/.exec(output)?.[1];
      if (rate === undefined) throw new Error(`pgbench failed:\n${output}`);
      return Number(rate);
    }),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

function outputOf(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
