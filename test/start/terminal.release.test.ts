import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { childEnv } from '#test/support/child-env.ts';
import { aFolder, ensureWebBuild, messagesIn } from '#test/support/run-main.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/support/server-process.ts';

// util-linux runs a command in a terminal of its own; programs of this name on other systems work differently.
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
);
const command = `${process.execPath} src/server/main.ts`;

const ctrlC = '\u0003';

/** What the server writes to a terminal until it has ended; once it is ready, something happens, then Ctrl-C. */
async function inTerminal(env: Record<string, string>, whenReady = async () => {}) {
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...childEnv, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let output = '';
  let isReady = false;
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (isReady || !output.includes(' is ready at ')) return;
    isReady = true;
    void whenReady().finally(() => child.stdin.write(ctrlC));
  });
  await closed;
  // The terminal shows the keys, too.
  return output.replaceAll('\r\n', '\n').replace('^C', '');
}

describe.runIf(hasTerminal)('at a terminal', () => {
  beforeAll(ensureWebBuild);

  test('the server tells in sentences what happens', async () => {
    await using folder = await aFolder();
    const url = `http://localhost:${await freePort()}`;
    const output = await inTerminal(
      { DATA_DIR: folder.path, PORT: new URL(url).port },
      async () => {
        await fetch(`${url}/api/causes`);
      },
    );
    const lines = output.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d {2}\S/);
    const sentences = lines.map((line) => line.slice(10));
    expect(sentences[0]).toBe('Starting Everycent …');
    expect(sentences).toContainEqual(
      expect.stringMatching(/^Upgraded the database \(migrations: \d+\)$/),
    );
    expect(sentences).toContain('This site is a trial: nobody is charged.');
    expect(sentences).toContain(`Everycent is ready at ${url}`);
    expect(sentences).toContainEqual(
      expect.stringMatching(/^GET \/api\/causes: 200 after \d+ ms$/),
    );
    expect(sentences.slice(-2)).toEqual(['Stopping …', 'Stopped. Everything is stored.']);
  });

  test('what is wrong with the configuration stands alone', async () => {
    const output = await inTerminal({ PORT: 'http' });
    expect(output).toBe(
      'The configuration has a problem:\n  - PORT is "http", but must be a port number, like 3000.\n',
    );
  });
});

describe('in a file', () => {
  let server: ServerProcess | undefined;
  beforeAll(ensureWebBuild);
  afterEach(() => server?.stop());

  test('every line is JSON, also what the server says at its start, whatever it logs', async () => {
    server = await startServerProcess({ LOG_LEVEL: 'silent' });
    await fetch(`${server.url}/api/causes`);
    await server.stop();
    const messages = messagesIn(server.output());
    expect(messages[0]).toBe('Starting Everycent …');
    expect(messages).toContainEqual(expect.stringMatching(/^Everycent is ready at http/));
    expect(messages.at(-1)).toBe('Stopped. Everything is stored.');
    expect(messages).not.toContain('request');
  });
});
