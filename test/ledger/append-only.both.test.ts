import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { aPair } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp({ checksEach: true });

beforeAll(() => aPair(testApp));

// Twenty attempts with the rights of the application itself, on the trail and on the ledger.
describe.each(['audit_entries', 'ledger_entries'])('%s is append-only', (table) => {
  const someId = `(select id from ${table} order by id limit 1)`;
  test.each([
    `update ${table} set actor = 'system'`,
    `update ${table} set actor = 'system' where id = ${someId}`,
    `update ${table} set reason = 'better'`,
    `update ${table} set created_at = now()`,
    `update ${table} set created_at = created_at - interval '1 day' where id = ${someId}`,
    `update ${table} set id = gen_random_uuid()`,
    `update ${table} set id = id`,
    `update ${table} set actor = actor where false`,
    `update only ${table} set reason = ''`,
    `update ${table} as entry set reason = users.email from users`,
    `with changed as (update ${table} set reason = '' returning id) select count(*) from changed`,
    `insert into ${table} select * from ${table} on conflict (id) do update set reason = 'again'`,
    `delete from ${table}`,
    `delete from ${table} where id = ${someId}`,
    `delete from only ${table} where false`,
    `delete from ${table} using users where users.id is not null`,
    `with gone as (delete from ${table} returning id) select count(*) from gone`,
    `truncate ${table}`,
    `truncate ${table} restart identity cascade`,
    `truncate only ${table}, idempotency_keys`,
  ])('%s', async (statement) => {
    const dump = () => sql.raw(`select ${table}::text as line from ${table} order by id`);
    const before = (await dump().execute(testApp.db)).rows;
    expect(before.length).toBeGreaterThan(0);
    const refusal = await sql
      .raw(statement)
      .execute(testApp.db)
      .then(() => '', String);
    const figures = { attempts: 1, refused: Number(refusal !== '') };
    recordFigures('G8', figures);
    if (table === 'audit_entries') recordFigures('A44', figures);
    expect(refusal).toContain('append-only');
    expect((await dump().execute(testApp.db)).rows).toEqual(before);
  });
});
