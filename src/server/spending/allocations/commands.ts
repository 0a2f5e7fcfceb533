import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import type { Allocation, Allocations } from '#contract/spending/allocations.ts';
import { availableCents, type DonationBalance } from '#core/ledger/ledger.ts';
import { sumCents } from '#core/platform/money.ts';
import { boundNeedSql } from '#server/giving/bound-donations/queries.ts';
import { updateDeficit } from '#server/giving/deficits/commands.ts';
import { lockChains } from '#server/ledger/lock-chains.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { changeBalances, releaseMoney } from '#server/ledger/release-money.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { spendShare, takeOutOfExpenses } from '#server/ledger/spend-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import {
  assertAllocatable,
  assertReleasable,
  assertReplaceable,
  assertWithinGoal,
  releasable,
} from '#server/spending/allocations/policy.ts';
import { assertChecked } from '#server/vetting/checklists/check-gate.ts';
import { assertConsented, isAllowedSql } from '#server/vetting/consents/gate.ts';
import { assertHigherGoalReviewed } from '#server/vetting/reviews/review-gate.ts';

/** What was requested; the amount in cents. */
interface AllocationInput {
  amount: number;
  donationId: DonationId;
  nominationId: NominationId;
  isBeyondGoalMeant?: boolean | undefined;
}

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

interface ManyInput {
  id: NominationId;
  lines: Pick<AllocationInput, 'amount' | 'donationId'>[];
  isBeyondGoalMeant?: boolean | undefined;
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

/**
 * Before a cent moves, the checks that the settings ask for, of what was accepted before they asked for any, too. The
 * public pages say so. The caller has locked the nomination.
 */
async function assertVetted(trx: Trx, id: NominationId, settings: SettingsStore): Promise<void> {
  const { vetting } = await settings.read(trx);
  const wayOut =
    ' It was accepted before that was required: release what it holds, reject it, settle its points, and accept it again.';
  await assertChecked(trx, id, vetting, wayOut);
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

/**
 * Locks several donations, the ones with the smaller ids first, then the nomination, then the donations' chains: so two
 * calls cannot deadlock, in whatever order they write entries and change balances afterwards.
 */
async function lockAll(
  trx: Trx,
  nominationId: NominationId,
  donationIds: DonationId[],
): Promise<void> {
  for (const id of [...new Set(donationIds)].sort()) await lockDonation(trx, id);
  await trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  await lockChains(trx, donationIds);
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

/** Which allocation, how many of its cents, and the donation that takes over. */
interface ReplacementInput {
  id: AllocationId;
  amount: number;
  donationId: DonationId;
  reason: string;
}

/**
 * Replaces an allocation, or a part of it, with another donation of the same cause, so that the need keeps its
 * money. This resolves a deficit, even if the need is completed. Returns the new allocation.
 */
export function replace(
  db: Db,
  actor: TeamMember,
  input: ReplacementInput,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<Allocation> {
  demandRight(actor, 'allocations.write');
  const { id: oldId, amount, donationId, reason } = input;
  const scope = `replace ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const old = await trx
      .selectFrom('allocations')
      .select(['donationId', 'nominationId'])
      .where('id', '=', oldId)
      .executeTakeFirstOrThrow(() => notFound('allocation'));
    const { nominationId } = old;
    await lockAll(trx, nominationId, [old.donationId, donationId]);
    const { donation, nomination } = await lockNomination(trx, nominationId, donationId);
    const { amountCents: held, spentCents } = await trx
      .selectFrom('allocations')
      .select(['amountCents', 'spentCents'])
      .where('id', '=', oldId)
      .executeTakeFirstOrThrow();
    assertReplaceable(amount, held, { ...old, replacementId: donationId }, donation, nomination);
    // What is spent has to be paid by somebody; the rest would be new money for the nominee.
    if (held > spentCents) {
      assertConsented(nomination);
      await assertVetted(trx, nominationId, settings);
    }

    const move = { nominationId, actor: userActor(actor), source: 'replace', reason };
    // Spent money stays spent: the other donation now pays for the expenses that it went into.
    const carried = await takeOutOfExpenses(trx, {
      ...move,
      allocationId: oldId,
      donationId: old.donationId,
      amountCents: Math.max(0, amount - (held - spentCents)),
    });
    await releaseMoney(trx, {
      ...move,
      id: oldId,
      donationId: old.donationId,
      amountCents: amount,
    });
    await updateDeficit(trx, old.donationId);
    const { id, createdAt } = await trx
      .insertInto('allocations')
      .values({ id: newId<AllocationId>(), donationId, nominationId, amountCents: amount })
      .returning(['id', 'createdAt'])
      .executeTakeFirstOrThrow();
    await changeBalances(trx, donationId, nominationId, amount);
    await recordMove(trx, 'allocation', {
      ...move,
      donationId,
      amountCents: amount,
      allocation: { id, nominationId },
    });
    for (const share of carried) {
      await spendShare(trx, { ...move, ...share, allocationId: id });
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'allocation.replaced',
      subjectId: oldId,
      before: { donation: old.donationId, amountCents: held },
      after: {
        donation: donationId,
        allocation: id,
        amountCents: held - amount,
        movedCents: amount,
      },
      reason,
    });
    return { id, createdAt, amount, donationId, nominationId };
  });
}

/**
 * Locks the nomination, and reads it and the donation with its requested refunds. The caller has locked the donation in
 * a statement before, so none of that changes while this one waits for the nomination.
 */
async function lockNomination(trx: Trx, id: NominationId, donationId: DonationId) {
  const { donation, ...nomination } = await trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select([
      'nominations.id',
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.allocatedCents',
      'nominations.goalCents',
      'nominations.causeId',
      'causes.name as causeName',
      'nominations.consentSaid',
      isAllowedSql.as('isAllowed'),
    ])
    .select((row) =>
      row
        .selectFrom('donations')
        .innerJoin('causes', 'causes.id', 'donations.causeId')
        .select((of) =>
          jsonBuildObject({
            amountCents: of.ref('donations.amountCents'),
            returnedCents: of.ref('donations.returnedCents'),
            allocatedCents: of.ref('donations.allocatedCents'),
            spentBeforeCents: of.ref('donations.spentBeforeCents'),
            causeId: of.ref('donations.causeId'),
            causeName: of.ref('causes.name'),
            requestedCents: requestedRefundsSql,
            boundTo: boundNeedSql,
          }).as('read'),
        )
        .where('donations.id', '=', donationId)
        .$asScalar()
        .$notNull()
        .as('donation'),
    )
    .where('nominations.id', '=', id)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return { donation, nomination };
}

/** What the audit trail records of a move: what the allocation holds, and both balances. */
function balancesBeforeAndAfter(
  donation: DonationBalance,
  nomination: { allocatedCents: number },
  heldCents: number,
  movedCents: number,
) {
  const allocatedCents = donation.allocatedCents + movedCents;
  return {
    before: {
      amountCents: heldCents,
      availableCents: availableCents(donation),
      allocatedCents: nomination.allocatedCents,
    },
    after: {
      amountCents: heldCents + movedCents,
      // Not simply more by what was released: it covers a deficit first.
      availableCents: availableCents({ ...donation, allocatedCents }),
      allocatedCents: nomination.allocatedCents + movedCents,
    },
  };
}
