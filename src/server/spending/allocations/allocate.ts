import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import type { Allocation, Allocations } from '#contract/spending/allocations.ts';
import { sumCents } from '#core/platform/money.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { changeBalances } from '#server/ledger/release-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { assertVetted } from '#server/spending/allocations/assert-vetted.ts';
import { balancesBeforeAndAfter } from '#server/spending/allocations/audited-balances.ts';
import { lockAll, lockNomination } from '#server/spending/allocations/lock-nomination.ts';
import { assertAllocatable, assertWithinGoal } from '#server/spending/allocations/policy.ts';
import { assertConsented } from '#server/vetting/consents/gate.ts';
import { assertHigherGoalReviewed } from '#server/vetting/reviews/review-gate.ts';

/**
 * Moves money from a donation to a nomination. The donation is locked first and the nomination second, here and
 * wherever money moves, so that two calls never deadlock.
 */
export function allocate(
  db: Db,
  actor: TeamMember,
  input: AllocationInput,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<Allocation> {
  demandRight(actor, 'allocations.write');
  const { amount, donationId, nominationId, isBeyondGoalMeant = false } = input;
  const scope = `allocate ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await lockDonation(trx, donationId);
    const { donation, nomination } = await lockNomination(trx, nominationId, donationId);
    assertConsented(nomination);
    assertAllocatable(amount, donation, nomination);
    await assertVetted(trx, nominationId, settings);
    if (isBeyondGoalMeant) await assertReviewedBeyondGoal(trx, amount, nomination, settings);
    else assertWithinGoal(amount, nomination);
    return bookAllocation(trx, actor, input, { donation, nomination });
  });
}

/** Moves money from several donations to a nomination: all of it or, if one refuses, nothing. */
export function allocateMany(
  db: Db,
  actor: TeamMember,
  input: ManyInput,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<Allocations> {
  demandRight(actor, 'allocations.write');
  const { id: nominationId, lines, isBeyondGoalMeant = false } = input;
  const scope = `allocate many ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await lockAll(
      trx,
      nominationId,
      lines.map(({ donationId }) => donationId),
    );
    const amount = sumCents(lines.map((line) => line.amount));
    const allocations: Allocation[] = [];
    for (const line of lines) {
      const locked = await lockNomination(trx, nominationId, line.donationId);
      assertConsented(locked.nomination);
      assertAllocatable(line.amount, locked.donation, locked.nomination);
      if (allocations.length === 0) {
        const { nomination } = locked;
        await assertVetted(trx, nominationId, settings);
        if (isBeyondGoalMeant) await assertReviewedBeyondGoal(trx, amount, nomination, settings);
        else assertWithinGoal(amount, nomination);
      }
      allocations.push(await bookAllocation(trx, actor, { ...line, nominationId }, locked));
    }
    return { amount, allocations };
  });
}

/** What was requested; the amount in cents. */
interface AllocationInput {
  amount: number;
  donationId: DonationId;
  nominationId: NominationId;
  isBeyondGoalMeant?: boolean | undefined;
}

interface ManyInput {
  id: NominationId;
  lines: Pick<AllocationInput, 'amount' | 'donationId'>[];
  isBeyondGoalMeant?: boolean | undefined;
}

/** Money beyond the goal takes the recommendations that a goal of that height would take. */
async function assertReviewedBeyondGoal(
  trx: Trx,
  amountCents: number,
  { id, goalCents, allocatedCents }: Awaited<ReturnType<typeof lockNomination>>['nomination'],
  settings: SettingsStore,
): Promise<void> {
  const { vetting } = await settings.read(trx);
  await assertHigherGoalReviewed(trx, { id, goalCents }, allocatedCents + amountCents, vetting);
}

/** The caller has locked the donation, then the nomination, and has checked that the money may move. */
async function bookAllocation(
  trx: Trx,
  actor: TeamMember,
  { amount, donationId, nominationId }: AllocationInput,
  { donation, nomination }: Awaited<ReturnType<typeof lockNomination>>,
): Promise<Allocation> {
  const id = newId<AllocationId>();
  const { createdAt } = await trx
    .insertInto('allocations')
    .values({ id, donationId, nominationId, amountCents: amount })
    .returning('createdAt')
    .executeTakeFirstOrThrow();
  await recordMove(trx, 'allocation', {
    donationId,
    amountCents: amount,
    allocation: { id, nominationId },
    actor: userActor(actor),
    source: 'allocate',
  });
  await changeBalances(trx, donationId, nominationId, amount);
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'allocation.created',
    subjectId: id,
    ...balancesBeforeAndAfter(donation, nomination, 0, amount),
  });
  return { id, createdAt, amount, donationId, nominationId };
}
