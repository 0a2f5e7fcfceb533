import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onPostgres } from '#test/support/postgres.ts';
import { aFolder } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';
import { twoRoles } from '#test/support/two-roles.ts';

test('npm run doctor looks at a database server, before the first migration, after it, and with too few connections', async () => {
  await using folder = await aFolder();
  await using database = await twoRoles();
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.env.DATABASE_URL };
  const empty = await runScript('doctor', [], env);
  expect(empty.code).toBe(1);
  expect(empty.output).toMatch(/^WRONG Migrations: .*npm run migrate/m);

  const address = new URL(database.env.DATABASE_URL);
  address.username = 'nobody_there';
  const refused = await runScript('doctor', [], { ...env, DATABASE_URL: address.href });
  expect(refused.output).toMatch(/^WRONG Database: The database at DATABASE_URL .* refuses us: /m);

  await runScript('migrate', [], { ...env, ...database.env });
  await runScript('backup-key', [join(folder.path, 'backup-key')], {});
  const fine = await runScript('doctor', [], env);
  expect(fine.output).toMatch(/^fine {2}Database: PostgreSQL \d+.*, as the role everycent_roles_/m);
  expect(fine.output).toMatch(
    /^fine {2}Role of the database: It may do what it needs, and no more/m,
  );
  expect(fine.output).toMatch(/^fine {2}Migrations: /m);
  // Its key is not that of other servers on the same database.
  expect(fine.output).toContain('set BACKUP_RECIPIENT and BACKUP_SEAL_KEY on all of them');
  expect(fine.code).toBe(0);

  await onPostgres(`alter role ${database.site} connection limit 1`);
  const { code, output } = await runScript('reset-two-factor', ['a@example.org'], env);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /^The database accepts no more connections \(.+\)\. Stop another program/,
    ),
  ]);
  expect(output).not.toContain('    at ');
});
