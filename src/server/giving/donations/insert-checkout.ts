import { sql } from 'kysely';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { openCauseName } from '#server/vetting/causes/open-cause.ts';

/**
 * Stores a checkout, with its plan if it is to repeat, or finds the one that its Idempotency-Key has made, also if nobody can
 * choose its cause anymore.
 */
export async function findOrInsertCheckout(
  db: Db,
  checkout: {
    amount: number;
    cover: number;
    causeId: CauseId;
    details: DonorDetails;
    interval: PlanInterval | undefined;
    bound: { boundTo?: NominationId; boundDays?: number };
    isAnonymous: boolean;
    wishes: DonorWishes | null;
    idempotencyKey: string | null;
    requestHash: string;
    provider: string;
    network: Buffer | null;
    isReal: boolean;
  },
) {
  const columns = [
    'id',
    'currency',
    'requestHash',
    'url',
    'createdAt',
    'expiresAt',
    'attempt',
    sql<string>`(select name from causes where causes.id = checkouts.cause_id)`.as('causeName'),
  ] as const;
  const id = newId<DonationId>();
  const find = () =>
    db
      .selectFrom('checkouts')
      .select(columns)
      .where('idempotencyKey', '=', checkout.idempotencyKey)
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  const { amount: amountCents, cover: coverCents, causeId, isAnonymous, interval } = checkout;
  const inserted = await db.transaction().execute(async (trx) => {
    await openCauseName(trx, causeId);
    const row = await trx
      .insertInto('checkouts')
      .values({
        id,
        causeId,
        amountCents,
        coverCents,
        isAnonymous,
        wishes: checkout.wishes && JSON.stringify(checkout.wishes),
        details: JSON.stringify(checkout.details),
        ...checkout.bound,
        provider: checkout.provider,
        isReal: checkout.isReal,
        idempotencyKey: checkout.idempotencyKey,
        requestHash: checkout.requestHash,
        network: checkout.network,
        expiresAt: expiry,
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning(columns)
      .executeTakeFirst();
    const plan = { id, causeId, amountCents, coverCents, isAnonymous };
    if (row && interval)
      await trx
        .insertInto('plans')
        .values({ ...plan, interval })
        .execute();
    return row;
  });
  const made = inserted ?? (await find());
  if (!made) throw new Error('A checkout was neither stored nor found');
  return made;
}

// Stripe's shortest session is 30 minutes; an hour leaves time to look for a card.
const checkoutMinutes = 60;

/** Until when a checkout that is made now can be paid. */
export const expiry = sql<string>`now() + make_interval(mins => ${checkoutMinutes})`;
