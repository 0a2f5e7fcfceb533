import type { AllocationId, DonationId } from '#contract/ids.ts';
import type { Allocation } from '#contract/spending/allocations.ts';
import { updateDeficit } from '#server/giving/deficits/commands.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { changeBalances, releaseMoney } from '#server/ledger/release-money.ts';
import { spendShare, takeOutOfExpenses } from '#server/ledger/spend-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { assertVetted } from '#server/spending/allocations/assert-vetted.ts';
import { lockAll, lockNomination } from '#server/spending/allocations/lock-nomination.ts';
import { assertReplaceable } from '#server/spending/allocations/policy.ts';
import { assertConsented } from '#server/vetting/consents/gate.ts';

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

/** Which allocation, how many of its cents, and the donation that takes over. */
interface ReplacementInput {
  id: AllocationId;
  amount: number;
  donationId: DonationId;
  reason: string;
}
