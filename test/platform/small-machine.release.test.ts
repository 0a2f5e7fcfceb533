import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { aFolder } from '#test/support/run-main.ts';

const gigabyte = 1024 ** 3;

/** Opens a new embedded database in a process of its own and has it work; returns what that took at most, in MB. */
async function mostMemory(machine: number): Promise<number> {
  await using folder = await aFolder();
  const program = `
    import { sql } from 'kysely';
    import { connectEmbedded } from '#server/platform/db/connect.ts';
    import { spareMemory } from '#server/platform/db/embedded-memory.ts';
    spareMemory(${machine});
    const { db, close } = await connectEmbedded(${JSON.stringify(folder.path)});
    for (let times = 0; times < 5; times++) {
      await sql\`select sum(length(n::text) * (n % 7)) from generate_series(1, 100000) as n where n % 3 > 0\`.execute(db);
    }
    await close();
    process.stdout.write(String(process.resourceUsage().maxRSS));
    process.exit();`;
  // Through a shell, since Linux counts the memory of whoever starts a process as its own, and this one may have 1 GB.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    '"$@"; exit $?',
    'sh',
    process.execPath,
    '--input-type=module',
    '--eval',
    program,
  ]);
  return Number(stdout) / 1024;
}

test('the embedded database makes its first start and works on a machine with 1 GB', async () => {
  // About 560; with optimization, it would be more than 1,000.
  expect(await mostMemory(1 * gigabyte)).toBeLessThan(700);
});

// If this fails because it takes less, V8 has become thrifty, and `spareMemory` may go.
test('where there is enough memory, it is optimized', async () => {
  expect(await mostMemory(4 * gigabyte)).toBeGreaterThan(800);
});
