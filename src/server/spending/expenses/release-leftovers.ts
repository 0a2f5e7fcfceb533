import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { sumCents } from '#core/platform/money.ts';
import { updateDeficit } from '#server/giving/deficits/commands.ts';
import { lockChainsOf } from '#server/ledger/lock-chains.ts';
import { leftoversSource, releaseMoney } from '#server/ledger/release-money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { lockNeed } from '#server/spending/expenses/lock-need.ts';

/**
 * Releases the unspent money of a nomination to the donations that it came from, even if it is completed. Returns
 * how much. What is being allocated to it at this moment stays, because somebody has just decided that.
 */
export function releaseLeftovers(
  db: Db,
  actor: TeamMember,
  input: { nominationId: NominationId; reason: string },
  idempotencyKey: string | null,
): Promise<{ released: number }> {
  demandRight(actor, 'allocations.write');
  const { nominationId, reason } = input;
  const scope = `release leftovers ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const known = await leftovers(trx, nominationId);
    // Donations first, the nomination second, as wherever money moves.
    const donationIds = known.map(({ donationId }) => donationId);
    if (donationIds.length > 0) {
      await trx
        .selectFrom('donations')
        .select('id')
        .where('id', 'in', donationIds)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
    }
    const need = await lockNeed(trx, nominationId);
    await lockChainsOf(trx, nominationId);
    const there = (await leftovers(trx, nominationId)).filter(({ donationId }) =>
      donationIds.includes(donationId),
    );
    const released = sumCents(there.map(({ amountCents }) => amountCents));
    if (released === 0) {
      throw new AppError('nothing_left', 'Nothing that was allocated to this nomination is left.');
    }
    const move = { nominationId, actor: userActor(actor), source: leftoversSource, reason };
    for (const leftover of there) {
      await releaseMoney(trx, { ...move, ...leftover });
      await updateDeficit(trx, leftover.donationId);
    }
    await recordAudit(trx, {
      actor: move.actor,
      action: 'nomination.leftovers_released',
      subjectId: nominationId,
      before: { allocatedCents: need.allocatedCents },
      after: { allocatedCents: need.allocatedCents - released },
      reason,
    });
    return { released };
  });
}

function leftovers(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('allocations')
    .select(['id', 'donationId', sql<number>`amount_cents - spent_cents`.as('amountCents')])
    .where('nominationId', '=', nominationId)
    .whereRef('amountCents', '>', 'spentCents')
    .orderBy('id')
    .execute();
}
