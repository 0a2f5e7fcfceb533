import { sql } from 'kysely';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import type { DonorDetails, DonorWishes } from '#server/platform/db/column-types.ts';
import { isStillReferenced, violates } from '#server/platform/db/database-errors.ts';
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
  const { amount: amountCents, cover: coverCents, causeId, isAnonymous, interval } = checkout;
  const insert = (trx: Db) =>
    trx
      .insertInto('checkouts')
      .values({
        id,
        // None if nobody can choose it: asking before would be one more statement for each donor.
        causeId: sql<CauseId>`(select id from causes where id = ${causeId} and cause_state = 'open')`,
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
  const insertWithPlan = (trx: Db, repeats: PlanInterval) =>
    insert(trx).then(async (row) => {
      const plan = { id, causeId, amountCents, coverCents, isAnonymous, interval: repeats };
      if (row) await trx.insertInto('plans').values(plan).execute();
      return row;
    });
  const find = () =>
    db
      .selectFrom('checkouts')
      .select(columns)
      .where('idempotencyKey', '=', checkout.idempotencyKey)
      .executeTakeFirst();
  try {
    const inserted =
      interval === undefined
        ? await insert(db)
        : await db.transaction().execute((trx) => insertWithPlan(trx, interval));
    if (inserted) return inserted;
  } catch (error) {
    // It cannot be chosen, or is deleted at this moment.
    if (!violates(error, 'checkouts_cause_while_open') && !isStillReferenced(error)) throw error;
    const known = await find();
    if (known) return known;
    await openCauseName(db, causeId);
    throw error;
  }
  const made = await find();
  if (!made) throw new Error('A checkout was neither stored nor found');
  return made;
}

// Stripe's shortest session is 30 minutes; an hour leaves time to look for a card.
const checkoutMinutes = 60;

/** Until when a checkout that is made now can be paid. */
export const expiry = sql<string>`now() + make_interval(mins => ${checkoutMinutes})`;
