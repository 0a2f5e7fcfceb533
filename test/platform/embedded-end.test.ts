import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { aDataDir } from '#test/support/server-process.ts';

// What ends PGlite, which says so to nobody.

afterEach(mendDisk);

function mendDisk(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

function breakDisk(): void {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5 });
  });
  syncBuiltinESMExports();
}

test.each([
  ['a disk that breaks', 'insert into gifts values (200)', breakDisk],
  // Not a statement of ours: it is the shortest way to `exit`, as a PANIC on a full disk is.
  ['an exit', 'copy gifts from stdin', () => {}],
])(
  'after %s, everybody who waits is told, nobody waits later, and the next start has what was stored',
  async (_, text, prepare) => {
    const folder = await aDataDir();
    const ends: string[] = [];
    const { db, close } = await connectEmbedded(folder, ({ message }) => ends.push(message));
    await sql`create table gifts (cents int)`.execute(db);
    await sql`insert into gifts values (${100})`.execute(db);
    prepare();
    const read = () => sql`select ${1}::int`.execute(db);
    const outcomes = await Promise.allSettled([sql.raw(text).execute(db), read(), read()]);
    outcomes.push(...(await Promise.allSettled([read()])));
    const errors = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason);
    expect(errors.map(isDatabaseAway)).toEqual([true, true, true, true]);
    expect(ends).toEqual([expect.stringContaining('The embedded database ended: ')]);
    await close();

    mendDisk();
    const next = await connectEmbedded(folder);
    const { rows } = await sql`select cents from gifts`.execute(next.db);
    expect(rows).toContainEqual({ cents: 100 });
    await next.close();
    await rm(folder, { recursive: true });
  },
);
