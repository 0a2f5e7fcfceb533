import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, inject, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { draws } from '#test/support/seed.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';
import { createClient } from '../../bench/support/client.ts';
import { Acknowledged, workUntilCut } from '../../bench/support/mixed-load.ts';

const { kind } = inject('template');
// Creating an embedded database takes a while.
const rounds = repeats({ release: 20 });
const migrations = repeats({ release: 50 });
const races = repeats({ release: 25 });
const slow = { timeout: 3_600_000 };
const chance = draws();

/** Runs a module in a process of its own, which can be killed. */
function run(code: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close').then(() => output.trim());
  return { child, ended };
}

test('killed at any moment, the server has lost nothing that it acknowledged', slow, async () => {
  await ensureWebBuild();
  await using place = await aNewPlace(kind);
  const login = { email: 'first@everycent.example', password: 'Correct-horse-7' };
  const done = new Acknowledged();
  let [cookie, causeId] = ['', ''];
  const lost: unknown[] = [];
  const differences: unknown[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startServerProcess({
      ...place.env,
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
      TRUST_PROXY: 'loopback',
    });
    const client = createClient(server.url, cookie);
    if (round === 0) {
      const answer = await client.post('/api/auth/login', login);
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const cause = await createClient(server.url, cookie).post('/api/causes', {
        name: 'Shelter',
      });
      causeId = ((await cause.json()) as { id: string }).id;
    }
    const before = done.count;
    const load = workUntilCut(createClient(server.url, cookie), causeId, done);
    // Some work first, so that there is something to lose; then any moment.
    const enough = before + 10 + Math.floor(chance() * 100);
    await expect.poll(() => done.count, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
    server.process.kill('SIGKILL');
    await server.stop();
    await load;
    const connection = await openDatabase(place.config);
    const [missing, found] = [await done.lostIn(connection.db), await checkLedger(connection.db)];
    lost.push(...missing);
    differences.push(...found);
    await connection.close();
  }
  recordFigures('O1', {
    kills: rounds,
    'writes acknowledged': done.count,
    lost: lost.length,
    'ledger differences': differences.length,
  });
  expect([lost, differences]).toEqual([[], []]);
});

test('killed in the middle of a migration, the next start finishes it', slow, async () => {
  const count = (await readMigrations()).length;
  for (let round = 0; round < migrations; round++) {
    await using place = await aNewPlace(kind);
    const { child, ended } = run(
      `import { readConfig } from '#server/platform/config.ts';
       import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
       import { openDatabase } from '#server/platform/db/connect.ts';
       const connection = await openDatabase(readConfig());
       const tell = (script) => ({
         run(...statement) {
           console.log('statement');
           return script.run(...statement);
         },
       });
       await migrate({
         scriptTransaction: (work) => connection.scriptTransaction((script) => work(tell(script))),
       });
       process.exit();`,
      place.env,
    );
    // Each migration is one statement, and its name another.
    let ahead = Math.floor(chance() * 2 * count);
    child.stdout.on('data', (chunk) => {
      ahead -= String(chunk).split('\n').length - 1;
      if (ahead < 0) child.kill('SIGKILL');
    });
    await ended;
    const connection = await openDatabase(place.config);
    await migrate(connection);
    const left = await migrate(connection);
    recordFigures('O7', { 'kills in a migration': 1, 'migrations left undone': left.length });
    expect(left).toEqual([]);
    expect(await checkLedger(connection.db)).toEqual([]);
    await connection.close();
  }
});

describe.runIf(kind === 'embedded')(
  'of processes that want one data folder at the same instant',
  () => {
    test('one gets it, and the next one does when that one is killed', slow, async () => {
      await using place = await aNewPlace('embedded');
      const code = `import { lockDataDir } from '#server/platform/db/lock-data-dir.ts';
      try {
        lockDataDir(process.env.DATA_DIR);
        console.log('mine');
        setInterval(() => {}, 1000);
      } catch (error) {
        console.log(error.message);
      }`;
      for (let round = 0; round < races; round++) {
        const all = Array.from({ length: 4 }, () => run(code, place.env));
        const first = await Promise.all(
          all.map(({ child }) => once(child.stdout, 'data').then(String)),
        );
        for (const { child, ended } of all) {
          child.kill('SIGKILL');
          await ended;
        }
        const owners = first.filter((line) => line === 'mine\n').length;
        recordFigures('O3', {
          'starts at the same instant': first.length,
          'owners of the folder': owners,
        });
        expect(owners).toBe(1);
        for (const line of first)
          expect(line).toMatch(/^mine\n$|is in use by process (\d+|\(just starting\))\./);
      }
    });
  },
);
