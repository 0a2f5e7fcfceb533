import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from '#test/support/app.ts';

/** Waits until this many connections to the test's database wait for a lock. Only PostgreSQL has several. */
export function untilWaiting({ db }: TestApp, count: number): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(count);
    },
    { timeout: 60_000 },
  );
}
