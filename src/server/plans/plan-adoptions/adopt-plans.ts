import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { CauseId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { enqueueAdoptions } from '#server/plans/plan-adoptions/adoption-queue.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Subscriptions, and the cause to which each goes from then on. */
export interface AskedAdoptions {
  adoptions: { subscriptionId: string; causeId: CauseId }[];
}

/** Asks for subscriptions to go on here; a job does it. What could not be taken over can be asked for again. */
export function adoptPlans(
  db: Db,
  actor: TeamMember,
  input: AskedAdoptions,
  idempotencyKey: string | null,
  boss: PgBoss,
): Promise<{ message: string }> {
  demandRight(actor, 'money.write');
  const scope = `adopt plans ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    // In one order, so that two requests with the same subscriptions do not block each other.
    const adoptions = input.adoptions.toSorted((one, other) =>
      one.subscriptionId < other.subscriptionId ? -1 : 1,
    );
    const causeIds = [...new Set(adoptions.map(({ causeId }) => causeId))].sort();
    const causes = await trx
      .selectFrom('causes')
      .select('id')
      .where('id', 'in', causeIds)
      .orderBy('id')
      .forKeyShare()
      .execute();
    if (causes.length < causeIds.length) {
      throw new AppError('invalid_input', 'Please choose a cause from the list.', {
        adoptions: 'Choose a cause from the list',
      });
    }
    const ids = adoptions.map(({ subscriptionId }) => subscriptionId);
    if (new Set(ids).size < ids.length) {
      throw new AppError('invalid_input', 'A subscription stands in this request twice.', {
        adoptions: 'Choose each subscription once',
      });
    }
    const asked = await trx
      .insertInto('planAdoptions')
      .values(
        adoptions.map(({ subscriptionId, causeId }) => ({
          subscriptionId,
          causeId,
          askedBy: actor.id,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('subscriptionId')
          .doUpdateSet((row) => ({
            state: 'asked',
            remark: '',
            settledAt: null,
            askedBy: actor.id,
            askedAt: sql<string>`now()`,
            causeId: row.ref('excluded.causeId'),
          }))
          .where('planAdoptions.state', '=', 'refused'),
      )
      .returning('subscriptionId')
      .execute();
    if (asked.length < ids.length) {
      throw new AppError(
        'plan_adopted',
        `${countOf(ids.length - asked.length, 'of these subscriptions was', 'of these subscriptions were')} taken over already, or is being taken over. Please reload the page.`,
      );
    }
    await auditAction(trx, actor, 'plan.adoption_asked', actor.id, { subscriptions: ids.length });
    await enqueueAdoptions(trx, boss);
    return {
      message: `${countOf(ids.length, 'subscription is', 'subscriptions are')} being taken over. Each donor is told by email once it is done.`,
    };
  });
}
