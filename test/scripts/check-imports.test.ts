import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const script = resolve('scripts/check-imports.ts');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The output of the check for a project that consists of these files. */
function check(files: Record<string, string>): { code: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'everycent-imports-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, said: stdout };
}

test('imports that lead down are allowed', () => {
  const { code, said } = check({
    'src/core/platform/money.ts': '',
    'src/server/ledger/move.ts': "import { cents } from '#core/platform/money.ts';",
    'src/server/giving/commands.ts': "import { move } from '#server/ledger/move.ts';",
    'src/server/app.ts': "import { give } from '#server/giving/commands.ts';",
  });
  expect(said).toContain('4 files read, 0 problems.');
  expect(code).toBe(0);
});

test.each([
  ["import { give } from '#server/giving/commands.ts';"],
  ["import type { DonationPage } from '#server/giving/commands.ts';"],
  ["export { give } from '#server/giving/commands.ts';"],
  ["const { give } = await import('#server/giving/commands.ts');"],
  ["import '../giving/commands.ts';"],
])('an import that leads up is reported: %s', (line) => {
  const { code, said } = check({
    'src/server/giving/commands.ts': '',
    'src/server/ledger/move.ts': line,
  });
  expect(said).toContain(
    'src/server/ledger/move.ts imports src/server/giving/commands.ts: in src/server, ledger stands below giving',
  );
  expect(code).toBe(1);
});

test('a folder without a place in the order is reported', () => {
  const { said } = check({ 'src/server/marketing/jobs.ts': '' });
  expect(said).toContain('src/server has no place for "marketing" in its order');
});

test('a circle of files is reported, with its imports', () => {
  const { code, said } = check({
    'src/core/a.ts': "import { b } from '#core/b.ts';",
    'src/core/b.ts': "import type { c } from './c.ts';",
    'src/core/c.ts': "import { a } from '#core/a.ts';",
  });
  expect(said).toContain('A circle in src/core: a.ts → b.ts → c.ts → a.ts');
  expect(said).toContain('src/core/b.ts imports src/core/c.ts');
  expect(code).toBe(1);
});

test('a circle of folders is reported even if no files form one', () => {
  const { said } = check({
    'src/server/giving/donations/a.ts': "import { b } from '#server/giving/refunds/b.ts';",
    'src/server/giving/refunds/b.ts': '',
    'src/server/giving/refunds/c.ts': "import { d } from '#server/giving/donations/d.ts';",
    'src/server/giving/donations/d.ts': '',
  });
  expect(said).toContain('A circle in src/server/giving: donations/ → refunds/ → donations/');
});

test('an act that knows HTTP is reported', () => {
  const { said } = check({
    'src/server/giving/deposits/confirm-deposit.ts':
      "import { serve } from '#server/platform/http/serve.ts';",
    'src/server/giving/deposits/four-eyes.ts':
      "import { serve } from '#server/platform/http/serve.ts';",
    'src/server/giving/donations/own-donation-cookie.ts':
      "import type { FastifyReply } from 'fastify';",
    'src/server/platform/http/serve.ts': "import type { FastifyInstance } from 'fastify';",
    'src/server/giving/donations/erase-unpaid-checkouts.ts':
      "import type { FastifyRequest } from 'fastify';",
    'src/server/giving/donations/routes.ts': "import type { FastifyInstance } from 'fastify';",
  });
  expect(said).toContain('src/server/giving/donations/erase-unpaid-checkouts.ts imports fastify');
  expect(said).toContain('src/server/giving/deposits/confirm-deposit.ts imports src/server');
  expect(said).toContain('2 problems.');
});
