import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import type { Allocation, Allocations } from '#contract/spending/allocations.ts';
import { sumCents } from '#core/platform/money.ts';
import { updateDeficit } from '#server/giving/deficits/commands.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { releaseMoney } from '#server/ledger/release-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { balancesBeforeAndAfter } from '#server/spending/allocations/audited-balances.ts';
import { lockAll, lockNomination } from '#server/spending/allocations/lock-nomination.ts';
import { assertReleasable, releasable } from '#server/spending/allocations/policy.ts';

/** Moves the money of an allocation back to its donation. Returns the allocation with the amount released. */
export function release(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: AllocationId; reason: string },
  idempotencyKey: string | null,
): Promise<Allocation> {
  demandRight(actor, 'allocations.write');
  const scope = `release ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { id, reason } }, async (trx) => {
    const { donationId, nominationId } = await trx
      .selectFrom('allocations')
      .select(['donationId', 'nominationId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('allocation'));
    await lockDonation(trx, donationId);
    return bookRelease(trx, actor, { id, donationId, nominationId, reason });
  });
}

/** Moves the money of several allocations of a nomination back to their donations: all of it or nothing. */
export function releaseMany(
  db: Db,
  actor: TeamMember,
  input: { id: NominationId; ids: AllocationId[]; reason: string },
  idempotencyKey: string | null,
): Promise<Allocations> {
  demandRight(actor, 'allocations.write');
  const { id: nominationId, ids, reason } = input;
  const scope = `release many ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const found = await trx
      .selectFrom('allocations')
      .select(['id', 'donationId'])
      .where('nominationId', '=', nominationId)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    if (found.length < ids.length) throw notFound('allocation');
    await lockAll(
      trx,
      nominationId,
      found.map(({ donationId }) => donationId),
    );
    const allocations: Allocation[] = [];
    for (const allocation of found) {
      allocations.push(await bookRelease(trx, actor, { ...allocation, nominationId, reason }));
    }
    return { amount: sumCents(allocations.map(({ amount }) => amount)), allocations };
  });
}

interface ReleaseInput {
  id: AllocationId;
  donationId: DonationId;
  nominationId: NominationId;
  reason: string;
}

/** The caller has locked the donation. */
async function bookRelease(
  trx: Trx,
  actor: TeamMember,
  { id, donationId, nominationId, reason }: ReleaseInput,
): Promise<Allocation> {
  const { donation, nomination } = await lockNomination(trx, nominationId, donationId);
  assertReleasable(nomination);
  // Read again behind the locks: another call may have released it in the meantime.
  const {
    amountCents: held,
    spentCents,
    createdAt,
  } = await trx
    .selectFrom('allocations')
    .select(['amountCents', 'spentCents', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const amountCents = releasable(held, spentCents);
  await releaseMoney(trx, {
    id,
    donationId,
    nominationId,
    amountCents,
    reason,
    actor: userActor(actor),
    source: 'release',
  });
  await updateDeficit(trx, donationId);
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'allocation.released',
    subjectId: id,
    ...balancesBeforeAndAfter(donation, nomination, held, -amountCents),
    reason,
  });
  return { id, createdAt, amount: amountCents, donationId, nominationId };
}
