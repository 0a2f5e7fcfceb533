import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { networkOf, siteOf } from '#server/platform/security/network.ts';

/** The stored form of somebody: a hash that cannot be tried against addresses without our secret. */
function hashCaller(name: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(name).digest().subarray(0, 16);
}

/** The stored form of the network that an address belongs to. */
export function callerOf(address: string, secret: Buffer): Buffer {
  return hashCaller(`caller ${networkOf(address)}`, secret);
}

/** The stored form of the site that an IPv6 address belongs to; null for IPv4. */
export function siteCallerOf(address: string, secret: Buffer): Buffer | null {
  const site = siteOf(address);
  return site === null ? null : hashCaller(`site ${site}`, secret);
}

/** The stored form of a mailbox. */
export function mailboxCaller(mailbox: string, secret: Buffer): Buffer {
  return hashCaller(`mailbox ${mailbox}`, secret);
}

/** How often something was done since its window opened, and the seconds until it closes. */
export interface Count {
  calls: number;
  secondsLeft: number;
}

/** Counts something that a caller did. */
export async function countCall(
  db: Db | Trx,
  { name, caller, windowSeconds }: { name: string; caller: Uint8Array; windowSeconds: number },
): Promise<Count> {
  const isOver = sql<boolean>`call_counts.ends_at <= now()`;
  return db
    .insertInto('callCounts')
    .values({
      name,
      caller: Buffer.from(caller),
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
