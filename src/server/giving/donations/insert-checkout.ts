import { sql } from 'kysely';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Stores a checkout, with its plan if it is to repeat, or finds the one that its Idempotency-Key has made. */
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
  const insert = (trx: Db) =>
    trx
      .insertInto('checkouts')
      .values({
        id,
        causeId: checkout.causeId,
        amountCents: checkout.amount,
        coverCents: checkout.cover,
        isAnonymous: checkout.isAnonymous,
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
  const { interval } = checkout;
  const inserted =
    interval === undefined
      ? await insert(db)
      : await db.transaction().execute(async (trx) => {
          const row = await insert(trx);
          const { causeId, amount: amountCents, cover: coverCents, isAnonymous } = checkout;
          const plan = { id, causeId, amountCents, coverCents, interval, isAnonymous };
          if (row) await trx.insertInto('plans').values(plan).execute();
          return row;
        });
  if (inserted) return inserted;
  return db
    .selectFrom('checkouts')
    .select(columns)
    .where('idempotencyKey', '=', checkout.idempotencyKey)
    .executeTakeFirstOrThrow();
}

// Stripe's shortest session is 30 minutes; an hour leaves time to look for a card.
const checkoutMinutes = 60;

/** Until when a checkout that is made now can be paid. */
export const expiry = sql<string>`now() + make_interval(mins => ${checkoutMinutes})`;
