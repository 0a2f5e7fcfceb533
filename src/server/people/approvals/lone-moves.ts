import { sql } from 'kysely';
import type { TeamMember } from '#server/platform/actor.ts';
import { keyReused } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* How much money one person may move alone in a day, before it takes a second one. */

/** What one person has done alone so far counts for a day. */
const countedHours = 24;

/** As long as a repeat may come: until then, its key is known as well. */
const keptDays = 7;

interface LoneMove {
  kind: 'spending' | 'refund';
  cents: number;
  limitCents: number;
  /** The Idempotency-Key: a repeat counts once, and is answered as before. */
  key: string | null;
}

/** What one person moves alone of one kind of money, within the limit of a day. */
export interface LoneMoves<Call> {
  /** Whether this call takes a second person: with what they moved alone in the last day, it is above the limit. */
  isTooMuch(call: Call, actor: Pick<TeamMember, 'id'>, move: LoneMove): Promise<boolean>;
  /** Takes back what was counted for a call that was refused. */
  forget(call: Call): Promise<void>;
}

/** Counts what people move alone. A repeat of a call, with the same key, counts once. */
export function countLoneMoves<Call extends object>(db: Db): LoneMoves<Call> {
  const counted = new WeakMap<Call, number>();
  return {
    async isTooMuch(call, actor, move) {
      const outcome = await countLoneMove(db, actor, move);
      if (typeof outcome === 'number') counted.set(call, outcome);
      return outcome === 'too much';
    },
    async forget(call) {
      const id = counted.get(call);
      // A repeat of a call that moved something must not make it forgotten.
      if (id !== undefined) await db.deleteFrom('loneMoves').where('id', '=', id).execute();
    },
  };
}

function countLoneMove(
  db: Db,
  { id: userId }: Pick<TeamMember, 'id'>,
  { kind, cents, limitCents, key }: LoneMove,
): Promise<number | 'too much' | 'counted before'> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} of ${userId}`}, 0))`.execute(
      trx,
    );
    await trx
      .deleteFrom('loneMoves')
      .where('userId', '=', userId)
      .where('createdAt', '<', sql<string>`now() - make_interval(days => ${keptDays})`)
      .execute();
    const mine = trx.selectFrom('loneMoves').where('userId', '=', userId).where('kind', '=', kind);
    if (key !== null) {
      const repeated = await mine
        .select('amountCents')
        .where('requestKey', '=', key)
        .executeTakeFirst();
      if (repeated?.amountCents === cents) return 'counted before';
      // Otherwise the key of a small sum would let a large one pass, if the small one was never booked.
      if (repeated) throw keyReused();
    }
    const { moved } = await mine
      .where('createdAt', '>', sql<string>`now() - make_interval(hours => ${countedHours})`)
      .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('moved'))
      .executeTakeFirstOrThrow();
    if (moved + cents > limitCents) return 'too much';
    const { id } = await trx
      .insertInto('loneMoves')
      .values({ userId, kind, amountCents: cents, requestKey: key })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  });
}
