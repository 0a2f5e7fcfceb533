import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { networkOf, siteOf } from '#server/platform/security/network.ts';

/* How calls from one network are counted. */

/**
 * How many networks an IPv6 /48 counts as. Whoever rents one has 65,536 networks in it, while a mobile carrier gives
 * each phone its own, so all of them together get some more room than one.
 */
export const networksInSite = 16;

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

/** What is counted, whose it is, and in how many seconds. */
interface Counted {
  name: string;
  caller: Uint8Array;
  windowSeconds: number;
}

/** Counts something that a caller did. */
export async function countCall(db: Db | Trx, counted: Counted): Promise<Count> {
  const { rows } = await countSql(counted, sql``).execute(db);
  return onlyRow(rows);
}

/**
 * Counts something for one caller after the other, in one statement, up to the first who did it too often. Returns
 * whether nobody did.
 */
export async function countUntilRefused(
  db: Db | Trx,
  counted: (Counted & { most: number })[],
): Promise<boolean> {
  const name = (index: number) => sql.id(`count_${index}`);
  const counts = counted.map((each, index) => {
    const before = counted[index - 1];
    const source = before ? sql`from ${name(index - 1)} where calls <= ${before.most}` : sql``;
    return sql`${name(index)} as (${countSql(each, source)})`;
  });
  const last = counted.length - 1;
  const { rows } = await sql<{ isAllowed: boolean }>`with ${sql.join(counts)}
    select exists (
      select from ${name(last)} where calls <= ${counted[last]?.most}) as is_allowed`.execute(db);
  return onlyRow(rows).isAllowed;
}

/** Counts once for each row of `source`. */
function countSql({ name, caller, windowSeconds }: Counted, source: RawBuilder<unknown>) {
  const isOver = sql`call_counts.ends_at <= now()`;
  return sql<Count>`
    insert into call_counts (name, caller, calls, ends_at)
    select ${name}::text, ${Buffer.from(caller)}::bytea, 1,
      now() + make_interval(secs => ${windowSeconds}) ${source}
    on conflict (name, caller) do update set
      calls = case when ${isOver} then 1 else call_counts.calls + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else call_counts.ends_at end
    returning calls, ceil(extract(epoch from ends_at - now()))::int as seconds_left`;
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A count has always one row.');
  return row;
}
