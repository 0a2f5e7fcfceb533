import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordFigures } from '#test/support/figures.ts';
import {
  aFolder,
  aUsedFolder,
  ensureWebBuild,
  messagesIn,
  runMain,
} from '#test/support/run-main.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/support/server-process.ts';
import { isRelease } from '#test/support/tier.ts';

describe('a server as a process of its own', () => {
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

  test('starts, says how to begin, responds, and stops cleanly', async () => {
    await using folder = await aFolder();
    const server = await start({ DATA_DIR: folder.path });
    expect(server.output()).toContain(`Email is written as .eml files to ${folder.path}/mail.`);
    expect(server.output()).toContain('This site is a trial: nobody is charged.');
    expect(server.output()).toMatch(
      /Become the first administrator, once, at http:\/\/localhost:\d+\/auth\/setup\?token=[\w-]{43}"/,
    );
    const health = await fetch(`${server.url}/api/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);

    server.process.kill('SIGTERM');
    await server.stop();
    expect(server.process.exitCode).toBe(0);
    expect(server.output()).toContain('Stopped. Everything is stored.');
  });

  test('does not start a site whose restore was interrupted', async () => {
    await using folder = await aFolder();
    // With a database server, the rows may be there and the files in their place, but mail is not paused yet.
    for (const name of ['files', 'restoring']) await mkdir(join(folder.path, name));
    const { code, stderr } = await runMain({ DATA_DIR: folder.path, PORT: '0' });
    expect(code).toBe(1);
    expect(messagesIn(stderr)).toEqual([
      `A restore into ${folder.path} was interrupted, or is still running. Restore the backup again, into an empty folder and an empty database.`,
    ]);
    expect(await readdir(folder.path)).toEqual(['files', 'restoring']);
  });

  test.runIf(isRelease)('creates the configured administrator once, who can sign in', async () => {
    await using folder = await aUsedFolder();
    const credentials = { email: 'first@everycent.example', password: 'Correct-horse-7' };
    const env = {
      DATA_DIR: folder.path,
      ADMIN_EMAIL: credentials.email,
      ADMIN_PASSWORD: credentials.password,
    };
    const first = await start(env);
    expect(first.output()).toContain(
      'Created the first administrator, with the address in ADMIN_EMAIL',
    );
    // The log contains no addresses.
    expect(first.output()).not.toContain(credentials.email);
    await first.stop();
    const second = await start(env);
    expect(second.output()).not.toContain('first administrator');
    const answer = await fetch(`${second.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(answer.status).toBe(200);
  });

  test('locks a second one out of its data folder, and leaves nothing behind when killed', async () => {
    await using folder = await aUsedFolder();
    const first = await start({ DATA_DIR: folder.path });
    const startedAt = performance.now();
    const second = await runMain({ DATA_DIR: folder.path, PORT: String(await freePort()) });
    const seconds = (performance.now() - startedAt) / 1_000;
    recordFigures('O3', {
      'second processes let in': Number(second.code === 0),
      'seconds until it says so': Math.round(seconds * 10) / 10,
    });
    expect(second.code).toBe(1);
    expect(messagesIn(second.stderr)).toEqual([
      `The data folder ${folder.path} is in use by process ${first.process.pid}. Stop that one first, or set DATA_DIR to another folder.`,
    ]);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);

    first.process.kill('SIGKILL');
    await first.stop();
    const third = await start({ DATA_DIR: folder.path });
    expect((await fetch(`${third.url}/api/health`)).status).toBe(200);
  });

  test.runIf(isRelease)('says in one sentence that its port is in use', async () => {
    await using folder = await aFolder();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runMain({ DATA_DIR: folder.path, PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(messagesIn(stderr)).toEqual([
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Another program uses this port: stop it, or set PORT to another number.`,
    ]);
  });
});

describe('a server that cannot start', () => {
  test.runIf(isRelease)(
    'says in one sentence that its host is not an address of this machine',
    async () => {
      await using folder = await aFolder();
      const { code, stderr } = await runMain({ DATA_DIR: folder.path, HOST: '192.0.2.1' });
      expect(code).toBe(1);
      expect(messagesIn(stderr)).toEqual([
        'listen EADDRNOTAVAIL: address not available 192.0.2.1:3000. Check HOST and PORT.',
      ]);
    },
  );

  test('says in one sentence that the database does not respond', async () => {
    await using folder = await aFolder();
    const port = await freePort();
    const { code, stderr } = await runMain({
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/charity`,
    });
    expect(code).toBe(1);
    expect(messagesIn(stderr)).toEqual([
      `The database at DATABASE_URL (127.0.0.1:${port}/charity) does not respond: connect ECONNREFUSED 127.0.0.1:${port}. Start it or correct DATABASE_URL.`,
    ]);
  });

  test('names every problem of its configuration', async () => {
    await using folder = await aFolder();
    const { code, stdout, stderr } = await runMain({
      DATA_DIR: folder.path,
      PORT: 'http',
      SMTP_URL: 'mail.example.org',
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const [sentence = '', ...others] = messagesIn(stderr);
    expect(others).toEqual([]);
    expect(sentence.split('\n')).toEqual([
      'The configuration has problems:',
      '  - PORT is "http", but must be a port number, like 3000.',
      expect.stringMatching(/^ {2}- SMTP_URL is not valid: it must be like smtps:/),
    ]);
  });
});
