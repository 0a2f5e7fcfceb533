import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database.ts';
import { generateSchema, schemaFile } from '../../scripts/support/generate-schema.ts';

test('the types of the tables match the migrated database', async () => {
  const connection = await openTestDatabase();
  const types = await generateSchema(connection.db);
  await connection.close();
  expect(
    await readFile(schemaFile, 'utf8'),
    `${schemaFile} does not describe the database that the migrations create. Run "npm run schema" and commit the result.`,
  ).toBe(types);
});
