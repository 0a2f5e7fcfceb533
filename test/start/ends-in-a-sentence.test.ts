import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { explain } from '#server/explain.ts';
import { ConfigError } from '#server/platform/config.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { aFolder } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';

/* Whatever ends a start or a command is told in a sentence that says what to do. */

const failure = (message: string, details: object) => Object.assign(new Error(message), details);

test.each([
  [
    'a full disk',
    failure('ENOSPC: no space left', { code: 'ENOSPC', syscall: 'write' }),
    /disk is full.*Make space/,
  ],
  // It is no error at all.
  [
    'a full disk below the embedded database',
    { name: 'ErrnoError', errno: 51 },
    /disk is full.*Make space/,
  ],
  [
    'a full disk of the database server',
    failure('could not extend file', { code: '53100' }),
    /disk is full.*Make space/,
  ],
  [
    'the limit of connections',
    failure('sorry, too many clients already', { code: '53300' }),
    /no more connections \(sorry, too many clients already\).*max_connections/,
  ],
  [
    'missing rights',
    failure('permission denied for table x', { code: '42501' }),
    /DATABASE_OWNER_URL and run npm run migrate/,
  ],
  [
    'a database that goes away',
    failure('terminating connection', { code: '57P01' }),
    /does not work any longer: terminating connection\. Look/,
  ],
  [
    'a missing file',
    failure('ENOENT', { code: 'ENOENT', syscall: 'open', path: '/x/key' }),
    /There is no \/x\/key\. Check/,
  ],
  [
    'a file of somebody else',
    failure("EACCES: permission denied, open '/x'", {
      code: 'EACCES',
      syscall: 'open',
      path: '/x',
    }),
    /Run this as the user of the server/,
  ],
  [
    'a used port',
    failure('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }),
    /Another program uses this port/,
  ],
  [
    'a key that may not',
    new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'No.' }),
    /may not do this: No\. .*--check-rights/,
  ],
  [
    'a wrong key',
    new Stripe.errors.StripeAuthenticationError({
      type: 'invalid_request_error',
      message: 'Invalid API Key.',
    }),
    /Set STRIPE_SECRET_KEY/,
  ],
  ['a wrong configuration', new ConfigError(['PORT is wrong.']), /PORT is wrong/],
  ['a used data folder', new DataDirInUseError('In use.'), /^In use\.$/],
])('%s', (_what, error, sentence) => {
  expect(explain(error)).toMatch(sentence);
});

test('what nobody has expected is not explained', () => {
  expect([new TypeError('x is not a function'), { a: 1 }, null, 'text'].map(explain)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a restore of a missing backup or key names it', async () => {
  await using folder = await aFolder();
  const env = { DATA_DIR: folder.path };
  const noKey = await runScript('restore', ['nosuch', '--key', '/no/such/key'], env);
  expect(noKey).toEqual({
    code: 1,
    output: expect.stringContaining('There is no /no/such/key. Check the name.\n'),
  });
  expect(noKey.output).not.toContain('    at ');
});

test('every start and command of an installation says which Node.js it needs', async () => {
  await using folder = await aFolder();
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const guide = readFileSync('docs/operations.md', 'utf8');
  const told = ['prestart', 'start', ...guide.matchAll(/npm run ([\w-]+)/g)]
    .map((name) => (typeof name === 'string' ? name : String(name[1])))
    // Where software is made, its own Node.js is there.
    .filter((name) => !['build', 'release', 'demo'].includes(name));
  for (const name of new Set(told)) {
    expect(scripts[name], name).toMatch(/^node -r \.\/scripts\/need-node\.cjs /);
  }
  expect(guide).toMatch(/ExecStart=\S+node -r \.\/scripts\/need-node\.cjs src\/server\/main\.ts/);

  const older = join(folder.path, 'older.cjs');
  writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });");
  const run = spawnSync(process.execPath, [
    '-r',
    older,
    '-r',
    './scripts/need-node.cjs',
    '-e',
    '0',
  ]);
  expect([run.status, String(run.stderr)]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`needs Node.js ${engines.node.slice(2)} or newer, and this is 20\\.1\\.0`),
    ),
  ]);
});

test.each([
  ['reconcile', []],
  ['check-ledger', []],
  ['migrate', []],
  ['reset-two-factor', ['a@example.org']],
  ['backup', ['copies']],
])('npm run %s makes no database in a wrong folder', async (script, args) => {
  await using folder = await aFolder();
  const DATA_DIR = join(folder.path, 'none');
  const inFolder = args.map((one) => (one.includes('@') ? one : join(folder.path, one)));
  const { code, output } = await runScript(script, inFolder, { DATA_DIR });
  expect([code, output]).toEqual([1, expect.stringContaining('there is no database in it')]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a mistyped option, and a look at the rights without a provider, end in a sentence', async () => {
  await using folder = await aFolder();
  const env = { DATA_DIR: folder.path };
  const none = await runScript('reconcile', ['--check-rights'], env);
  expect([none.code, none.output]).toEqual([1, expect.stringContaining('no payment provider')]);
  const mistyped = [
    ['reconcile', '--check-right', /check-right.*npm run reconcile/],
    ['check-ledger', '--all', /--all.*Type npm run check-ledger/],
    ['reset-two-factor', '--help', /Name the administrator/],
  ] as const;
  for (const [script, option, sentence] of mistyped) {
    const { code, output } = await runScript(script, [option], env);
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
  }
});
