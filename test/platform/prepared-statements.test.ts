import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database.ts';

test('a value that cannot be written spoils the statement only once', async () => {
  const { db, close } = await openTestDatabase();
  const read = (value: unknown) =>
    db.executeQuery(CompiledQuery.raw('select $1::jsonb as value', [value]));
  await read('{}');
  await expect(read({ cents: 1n })).rejects.toThrow('BigInt');
  expect((await read('{}')).rows).toEqual([{ value: {} }]);
  await close();
});
