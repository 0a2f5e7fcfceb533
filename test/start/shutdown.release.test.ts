import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordFigures } from '#test/support/figures.ts';
import { aFolder, ensureWebBuild } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';

const patient = { timeout: 60_000 };
const login = { email: 'first@everycent.example', password: 'Correct-horse-7' };

/** The status of a response; "none" if the connection was no longer accepted. */
function call(url: string, options: { agent?: Agent } = {}): Promise<number | 'none'> {
  return new Promise((resolve) => {
    request(url, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 'none'));
    })
      .on('error', () => resolve('none'))
      .end();
  });
}

// Each start is slow, so one server is used for several tests in a row.
describe('a running server', () => {
  beforeAll(ensureWebBuild);
  const running: ServerProcess[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.process.kill('SIGKILL');
      await server.stop();
    }
  });
  const start = async (env: Record<string, string>) => {
    const server = await startServerProcess(env);
    running.push(server);
    return server;
  };
  const canSignIn = async ({ url }: ServerProcess) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(login),
    });
    return answer.status === 200;
  };

  test('is backed up while it works, stops under load without dropping anything, and is restored', {
    timeout: 900_000,
  }, async () => {
    await using folder = await aFolder();
    await using other = await aFolder();
    const env = { DATA_DIR: folder.path, ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password };
    const server = await start(env);

    const backups = join(other.path, 'off-site');
    const backup = await runScript('backup', [backups], { DATA_DIR: folder.path });
    expect(backup.output).toMatch(
      /The backup is complete: \d+ rows and 0 files, \d\.\d MB, in \S+\.tar\.gz\.age\n/,
    );
    expect(backup.code).toBe(0);
    const [archive = ''] = await readdir(backups);

    // Many calls a second, each on a connection of its own.
    let isStopping = false;
    const calls = {
      before: [] as Promise<number | 'none'>[],
      after: [] as Promise<number | 'none'>[],
    };
    const load = setInterval(() => {
      calls[isStopping ? 'after' : 'before'].push(call(`${server.url}/api/causes`));
    }, 5);
    await expect.poll(() => calls.before.length, patient).toBeGreaterThan(50);
    isStopping = true;
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    const stoppedAt = performance.now();
    await expect.poll(() => server.output(), patient).toContain('Stopping …');
    expect(await call(`${server.url}/api/ready`)).toBe(503);
    await exited;
    const seconds = (performance.now() - stoppedAt) / 1_000;
    clearInterval(load);
    const [before, after] = [await Promise.all(calls.before), await Promise.all(calls.after)];
    const wrong = after.filter((status) => status !== 200 && status !== 'none');
    recordFigures('O8', {
      'seconds until it has ended': Math.round(seconds * 10) / 10,
      'calls taken before the stop': before.length,
      dropped: before.filter((status) => status !== 200).length,
      'calls while it stopped': after.length,
      'wrong responses': wrong.length,
    });
    recordFigures('O4', { 'backups of a running site': Number(backup.code === 0) });
    expect(new Set(before)).toEqual(new Set([200]));
    // Later callers are served for a while, then no longer accepted; no connection is dropped in the middle.
    expect(after.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(server.output()).toContain('Stopped. Everything is stored.');
    expect(server.process.exitCode).toBe(0);

    const place = { DATA_DIR: join(other.path, 'restored') };
    const withKey = [join(backups, archive), '--key', join(folder.path, 'backup-key')];
    const restored = await runScript('restore', withKey, place);
    expect(restored.output).toContain('the ledger is correct. Start the site with npm start.');
    expect(restored.code).toBe(0);
    const again = await start(place);
    expect(await canSignIn(again)).toBe(true);

    // A backup of a running server, and a restore over it, which is refused.
    const over = await runScript('restore', withKey, place);
    expect([over.code, over.output]).toEqual([1, expect.stringContaining('is in use by process')]);
    expect(await canSignIn(again)).toBe(true);

    // Asked a second time, it does not wait.
    const ended = once(again.process, 'exit');
    again.process.kill('SIGTERM');
    await expect.poll(() => again.output(), patient).toContain('Stopping …');
    again.process.kill('SIGTERM');
    await ended;
    expect(again.process.exitCode).toBe(1);
    expect(again.output()).not.toContain('Stopped.');
  });
});
