import type { Allocation } from '#contract/allocations.ts';
import { oncePerKey } from '#server/db/idempotency.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { assertAllocatable } from '#server/features/allocations/policy.ts';
import { AppError, notFound } from '#server/http/app-error.ts';
import type { Administrator } from '#server/http/session.ts';
import { recordMove } from '#server/ledger/record-move.ts';

/** What is asked for; the amount in cents. */
interface AllocationInput {
  amount: number;
  donationId: string;
  nominationId: string;
}

/**
 * Moves money from a donation to a nomination. The donation is locked first and the nomination second,
 * here and wherever money moves, so that two calls never wait for each other.
 */
export function allocate(
  db: Db,
  actor: Administrator,
  input: AllocationInput,
  idempotencyKey: string | null,
): Promise<Allocation> {
  const { amount, donationId, nominationId } = input;
  const scope = `allocate user:${actor.id}`;
  return db.transaction().execute((trx) =>
    oncePerKey(trx, { key: idempotencyKey, scope, request: input }, async () => {
      const donation = await lockDonation(trx, donationId);
      const nomination = await lockNomination(trx, nominationId);
      assertAllocatable(amount, donation, nomination);

      const id = newId();
      const { createdAt } = await trx
        .insertInto('allocations')
        .values({ id, donationId, nominationId, amountCents: amount })
        .returning('createdAt')
        .executeTakeFirstOrThrow();
      await changeBalances(trx, donationId, nominationId, amount);
      await recordMove(trx, 'allocation', {
        donationId,
        amountCents: amount,
        allocation: { id, nominationId },
        actor: `user:${actor.id}`,
        cause: 'allocate',
      });
      return { id, createdAt, amount, donationId, nominationId };
    }),
  );
}

/** Moves the money of an allocation back to its donation. Answers the allocation with the amount released. */
export function release(
  db: Db,
  actor: Administrator,
  { id, reason }: { id: string; reason: string },
  idempotencyKey: string | null,
): Promise<Allocation> {
  const scope = `release user:${actor.id}`;
  return db.transaction().execute((trx) =>
    oncePerKey(trx, { key: idempotencyKey, scope, request: { id, reason } }, async () => {
      const { donationId, nominationId } = await trx
        .selectFrom('allocations')
        .select(['donationId', 'nominationId'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound('allocation'));
      await lockDonation(trx, donationId);
      const nomination = await lockNomination(trx, nominationId);
      if (nomination.isCompleted) {
        throw new AppError(
          'nomination_cannot_receive',
          'This nomination is completed, so its money stays where it is.',
        );
      }
      // Read again behind the locks: another call may have released it meanwhile.
      const { amountCents, createdAt } = await trx
        .selectFrom('allocations')
        .select(['amountCents', 'createdAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (amountCents === 0) {
        throw new AppError('already_released', 'This allocation has been released already.');
      }
      await trx.updateTable('allocations').set({ amountCents: 0 }).where('id', '=', id).execute();
      await changeBalances(trx, donationId, nominationId, -amountCents);
      await recordMove(trx, 'release', {
        donationId,
        amountCents,
        allocation: { id, nominationId },
        actor: `user:${actor.id}`,
        cause: 'release',
        reason,
      });
      return { id, createdAt, amount: amountCents, donationId, nominationId };
    }),
  );
}

function lockDonation(trx: Trx, id: string) {
  return trx
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'donations.amountCents',
      'donations.returnedCents',
      'donations.allocatedCents',
      'donations.causeId',
      'causes.name as causeName',
    ])
    .where('donations.id', '=', id)
    .forUpdate('donations')
    .executeTakeFirstOrThrow(() => notFound('donation'));
}

function lockNomination(trx: Trx, id: string) {
  return trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select([
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.causeId',
      'causes.name as causeName',
    ])
    .where('nominations.id', '=', id)
    .forUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}

/** Both guarded balances; the database's own checks refuse any that would not add up. */
async function changeBalances(
  trx: Trx,
  donationId: string,
  nominationId: string,
  cents: number,
): Promise<void> {
  await trx
    .updateTable('donations')
    .set((row) => ({ allocatedCents: row('allocatedCents', '+', cents) }))
    .where('id', '=', donationId)
    .execute();
  await trx
    .updateTable('nominations')
    .set((row) => ({ allocatedCents: row('allocatedCents', '+', cents) }))
    .where('id', '=', nominationId)
    .execute();
}
