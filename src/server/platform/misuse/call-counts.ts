import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/schema.ts';
import { networkOf } from '#server/platform/security/network.ts';

/** The caller under which calls are counted for everyone together. */
export const everybody = Buffer.alloc(0);

/** The stored form of an address: a hash that cannot be tried against addresses without our secret. */
export function callerOf(address: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`caller ${networkOf(address)}`)
    .digest()
    .subarray(0, 16);
}

/** Counts a call. Returns how many there have been since the window opened, and the seconds until it closes. */
export async function countCall(
  db: Db,
  { name, caller, windowSeconds }: { name: string; caller: Buffer; windowSeconds: number },
): Promise<{ calls: number; secondsLeft: number }> {
  const isOver = sql<boolean>`call_counts.ends_at <= now()`;
  return db
    .insertInto('callCounts')
    .values({
      name,
      caller,
      calls: 1,
      endsAt: sql<string>`now() + make_interval(secs => ${windowSeconds})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['name', 'caller']).doUpdateSet({
        calls: sql<number>`case when ${isOver} then 1 else call_counts.calls + 1 end`,
        endsAt: sql<string>`case when ${isOver} then excluded.ends_at else call_counts.ends_at end`,
      }),
    )
    .returning([
      'calls',
      sql<number>`ceil(extract(epoch from call_counts.ends_at - now()))::int`.as('secondsLeft'),
    ])
    .executeTakeFirstOrThrow();
}
