import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Need, NeedSummary } from '#contract/publishing/needs.ts';
import { updateKind } from '#contract/publishing/updates.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { aFolder, ensureWebBuild } from '#test/support/run-main.ts';
import { freePort } from '#test/support/server-process.ts';

/** Starts a server as a script of `package.json` does, and waits until it has printed something. */
async function start(args: string[], dataDir: string, ready: RegExp) {
  const port = String(await freePort());
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (ready.test(output)) resolve();
    });
    child.on('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  const get = (path: string) => fetch(`http://localhost:${port}${path}`);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return { output, get, stop };
}

async function firstPage(server: Awaited<ReturnType<typeof start>>) {
  const response = await server.get('/');
  const html = await response.text();
  return { status: response.status, html, code: await server.stop('SIGTERM') };
}

describe('npm run', () => {
  beforeAll(ensureWebBuild);

  // It creates the copies of some thirty files, as the site does.
  test('demo starts over after an interruption, and shows a charity at work', {
    timeout: 400_000,
  }, async () => {
    await using folder = await aFolder();
    const demo = (ready: RegExp) => start(['scripts/demo.ts'], folder.path, ready);
    const interrupted = await demo(/Drawing receipts/);
    await interrupted.stop('SIGKILL');

    const server = await demo(/Sign in at .*\n/);
    expect(server.output).toContain('it starts over');
    expect(server.output).toMatch(/\/auth\/login with \S+@demo\.example and \S+\n/);
    expect(server.output).toMatch(/\/gift#\S+\n/);
    const json = async <T>(path: string) => (await (await server.get(path)).json()) as T;
    const needs = await json<NeedSummary[]>('/api/impact/needs');
    expect(needs.length).toBeGreaterThanOrEqual(8);
    // Running costs have receipts, and nobody to show.
    const bare = needs.filter(({ cover }) => cover === null);
    expect(bare.map(({ name }) => name)).toEqual(['What our bank costs']);
    const pages = await Promise.all(needs.map(({ id }) => json<Need>(`/api/impact/needs/${id}`)));
    const updates = pages.flatMap((need) => need.updates);
    expect(new Set(updates.map(({ kind }) => kind))).toEqual(new Set(updateKind.options));
    const payments = pages.flatMap(({ expenses }) => expenses);
    expect(new Set(payments.map(({ receiptKind }) => receiptKind))).toEqual(
      new Set(Object.keys(receiptKinds)),
    );
    expect(payments.filter(({ receipts }) => receipts.length === 0)).toEqual([]);
    const [film] = pages.flatMap(({ videos }) => videos);
    expect((await server.get(film?.url ?? '')).headers.get('content-type')).toBe('video/webm');

    const { status, html, code } = await firstPage(server);
    expect([status, code]).toEqual([200, 0]);
    expect(html).toContain('https://facebook.example/everycent');
  });

  test('dev serves the web application from its source', async () => {
    await using folder = await aFolder();
    const server = await start(['src/server/main.ts', '--dev'], folder.path, / is ready at /);
    const script = await (await server.get('/page/dev.ts')).text();
    expect(script).toContain('/@vite/client');
    const reference = await (await server.get('/api/docs/json')).text();
    expect(reference).toContain('"/api/causes":');
    const { status, html, code } = await firstPage(server);
    expect([status, code]).toEqual([200, 0]);
    expect(html).toContain('src="/page/dev.ts"');
  });
});
